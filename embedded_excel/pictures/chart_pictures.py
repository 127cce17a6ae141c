"""Pictures of charts."""

from embedded_excel.errors import not_implemented
from embedded_excel.model.charts import ChartRef


def picture_of_chart(ref: ChartRef, width: float | None, height: float | None, kind: str) -> str:
    """A picture."""
    raise not_implemented("Chart.getImage")
