"""Every setting, in one place: environment variables `TIEOUT_…`, or a `.env` file."""

from pathlib import Path
from typing import Literal, TypeAlias
from uuid import UUID

from platformdirs import user_config_path, user_data_path
from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

EditMode: TypeAlias = Literal["ask_before_edits", "accept_edits", "read_only"]
"""How edits are treated: each scope asked for first, shown afterwards, or none at all."""
ScopePolicy: TypeAlias = Literal["warn", "rollback"]
"""Cells that changed outside the scope the code named: reported, or the run is taken back."""

WebPolicy: TypeAlias = Literal["off", "ask", "on"]
"""Whether the web tools may send something out: never, after asking for each thing, or always."""
TokenCounterName: TypeAlias = Literal["auto", "ctok", "estimate"]
"""`auto` takes `ctok` where it is installed (it needs Python 3.12), else the estimate."""


class Settings(BaseSettings):
    """Tieout's settings. Command-line options win over these."""

    model_config = SettingsConfigDict(env_prefix="TIEOUT_", env_file=".env", extra="ignore")

    model: str = "anthropic:claude-opus-5-5"
    """Model of the agent, as `anthropic:ID`, `replay:FILE` or `scripted:FILE`."""
    anthropic_api_key: SecretStr | None = Field(default=None, validation_alias="ANTHROPIC_API_KEY")
    """The key; without one only recorded demonstrations can run."""
    anthropic_base_url: str | None = Field(default=None, validation_alias="ANTHROPIC_BASE_URL")
    """Another Messages API, such as a gateway or the local one of the tests."""
    port: int = 8765
    """Port of the server; 0 takes a free one."""
    edit_mode: EditMode = "accept_edits"
    """Whether each scope is asked for before it is edited, edits are shown afterwards, or refused."""
    scope_policy: ScopePolicy = "warn"
    """Cells that changed outside the scope the code named: reported, or the run is taken back."""
    skills: Path | None = None
    """A folder of your own skills: `<name>/SKILL.md` with front matter, at most 50 of 64 KB."""
    semantic: bool = False
    """Searches of the workbook also go by meaning; needs the extra `semantic`."""
    max_turns: int = 60
    """Requests to the model within one task."""
    max_output_tokens: int = 32_000
    """Tokens the model may write in one answer."""
    max_total_tokens: int = 2_000_000
    """Input and output tokens of one task together."""
    task_seconds: float = 3600.0
    """Time for one task."""
    small_model: str = "claude-haiku-5-5"
    """Id of the model that closes a step which grew over a budget; "" lets the program do it."""
    token_counter: TokenCounterName = "auto"  # noqa: S105 - not that kind of token
    """Counts tokens for the budgets: by the vocabulary of the package `ctok`, where it is installed,
    or by a cautious estimate."""
    persona_tokens: int = Field(default=1_200, ge=1)
    """Most tokens of L0, who the agent is and what it never does."""
    task_tokens: int = Field(default=3_000, ge=1)
    """Most tokens of L1: the task, standing constraints and the workbook's map."""
    evidence_tokens: int = Field(default=8_000, ge=2_000)
    """Most tokens of L2: what the running step has been shown of the workbook and of references."""
    history_tokens: int = Field(default=2_000, ge=500)
    """Most tokens of L3: what closed steps left."""
    request_tokens: int = Field(default=32_000, ge=16_000)
    """Most tokens of a whole request; a step that grows over it is closed early."""
    web: WebPolicy = "ask"
    """Web tools: off, on, or each query and each address shown for approval before it is sent."""
    web_search: str = ""
    """The search service of `web_search`: `searxng:URL`, `brave` or `tavily`; "" for none."""
    brave_api_key: SecretStr | None = Field(default=None, validation_alias="BRAVE_API_KEY")
    """The key for `web_search=brave`."""
    tavily_api_key: SecretStr | None = Field(default=None, validation_alias="TAVILY_API_KEY")
    """The key for `web_search=tavily`."""
    pages_dir: Path = Field(
        default_factory=lambda: user_data_path("tieout", appauthor=False) / "pages"
    )
    """Where the server keeps pages that `create_website` made, a folder a session."""
    trace: bool = True
    """Whether what each request held is kept, for `tieout trace` and the page /trace."""
    sessions_file: Path = Field(
        default_factory=lambda: user_data_path("tieout", appauthor=False) / "sessions.db"
    )
    """Where that is kept; it holds what the model saw of workbooks."""
    office_js: Path | None = None
    """Another copy of the Excel host file of Office.js for the sandboxes."""
    excel_behaviours: str = ""
    """What happens to the embedded Excel besides answering, as `NAME=VALUE,…`
    (docs/excel-behaviours.md)."""
    max_workbook_bytes: int = 200 * 1024 * 1024
    """Larger files are refused before they are read."""
    config_dir: Path = Field(default_factory=lambda: user_config_path("tieout", appauthor=False))
    """Where live Excel's certificate, secrets and manifest are kept."""
    certificate: Path | None = None
    """A certificate (PEM) for https://localhost of your own; needs `certificate_key`."""
    certificate_key: Path | None = None
    """The private key of `certificate` (PEM)."""
    addin_id: UUID | None = None
    """A GUID for the add-in, if not the one of its environment."""
    support_url: str = ""
    """Help and support page that the manifest names."""
