"""Every sample of the reference runs through unmodified Office.js on the embedded Excel."""

from collections.abc import Iterator

import pytest
from office_js import OfficeJs

from embedded_excel.host import EmbeddedExcel
from tieout.assets import asset
from tieout.reference.overlay import Sample, read_samples

SAMPLES = read_samples(asset("office_js_reference") / "samples")


@pytest.fixture(scope="module")
def library() -> Iterator[OfficeJs]:
    office = OfficeJs()
    yield office
    office.close()


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.name for sample in SAMPLES])
def test_a_sample_runs_or_names_the_member_it_lacks(library: OfficeJs, sample: Sample) -> None:
    excel = EmbeddedExcel.new()
    try:
        error = library.run(excel, "\n".join(sample.lines)).error
    finally:
        excel.close()
    if sample.lacks:
        assert error is None or error["code"] == "NotImplemented"
    else:
        assert error is None


def test_most_samples_run_on_the_embedded_excel() -> None:
    assert len(SAMPLES) >= 40
    assert sum(not sample.lacks for sample in SAMPLES) >= 40
