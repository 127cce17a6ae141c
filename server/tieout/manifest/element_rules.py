"""Tables of the add-in only manifest: order of elements, limits, what resids may point at.

Sources: the manifest reference and schemas of Office Add-ins (base schema 1.1 with
VersionOverrides 1.0 for task panes). Excel refuses a manifest whose elements are out of order
without saying why, so the order is a table here.
"""

from collections.abc import Mapping
from typing import Final

APP = "http://schemas.microsoft.com/office/appforoffice/1.1"
OVERRIDES = "http://schemas.microsoft.com/office/taskpaneappversionoverrides"
BASIC = "http://schemas.microsoft.com/office/officeappbasictypes/1.0"
XSI = "http://www.w3.org/2001/XMLSchema-instance"

RESID_LENGTH = 32
URL_LENGTH = 2048
PERMISSIONS = frozenset({"Restricted", "ReadDocument", "ReadAllDocument", "WriteDocument",
                         "ReadWriteDocument"})  # fmt: skip
NEEDED_PERMISSION = "ReadWriteDocument"
REQUIRED_ICON_SIZES = frozenset({16, 32, 80})
KNOWN_ICON_SIZES = frozenset({16, 20, 24, 32, 40, 48, 64, 80})
TAB = "TabHome"

ORDER: Final[Mapping[str, tuple[str, ...]]] = {
    "OfficeApp": (
        "Id",
        "AlternateId",
        "Version",
        "ProviderName",
        "DefaultLocale",
        "DisplayName",
        "Description",
        "IconUrl",
        "HighResolutionIconUrl",
        "SupportUrl",
        "AppDomains",
        "Hosts",
        "Requirements",
        "DefaultSettings",
        "Permissions",
        "VersionOverrides",
        "ExtendedOverrides",
    ),
    "VersionOverrides": (
        "Description",
        "Requirements",
        "Hosts",
        "Resources",
        "EquivalentAddins",
        "WebApplicationInfo",
    ),
    "Host": ("Runtimes", "AllFormFactors", "DesktopFormFactor"),
    "DesktopFormFactor": ("GetStarted", "FunctionFile", "ExtensionPoint"),
    "GetStarted": ("Title", "Description", "LearnMoreUrl"),
    "Group": ("OverriddenByRibbonApi", "Label", "Icon", "Control"),
    "Control": ("OverriddenByRibbonApi", "Label", "Supertip", "Icon", "Action", "Enabled", "Items"),
    "Supertip": ("Title", "Description"),
    "Action": ("TaskpaneId", "SourceLocation", "Title", "FunctionName"),
    "Resources": ("Images", "Urls", "ShortStrings", "LongStrings"),
}
"""Children of an element, by local name, in the only order that Excel accepts."""

REQUIRED: Final[Mapping[str, tuple[str, ...]]] = {
    "OfficeApp": (
        "Id",
        "Version",
        "ProviderName",
        "DefaultLocale",
        "DisplayName",
        "Description",
        "IconUrl",
        "HighResolutionIconUrl",
        "SupportUrl",
        "Hosts",
        "Requirements",
        "DefaultSettings",
        "Permissions",
        "VersionOverrides",
    ),
    "VersionOverrides": ("Hosts", "Resources"),
    "DesktopFormFactor": ("FunctionFile", "ExtensionPoint"),
    "GetStarted": ("Title", "Description", "LearnMoreUrl"),
    "Group": ("Label", "Icon", "Control"),
    "Control": ("Label", "Supertip", "Icon", "Action"),
    "Supertip": ("Title", "Description"),
    "Resources": ("Images", "Urls", "ShortStrings", "LongStrings"),
}

TEXT_LENGTH: Final[Mapping[str, int]] = {
    "ProviderName": 125,
    "DisplayName": 125,
    "Description": 250,
}
"""Characters of a base element's text or DefaultValue."""

RESOURCE_LENGTH: Final[Mapping[str, int]] = {
    "Images": URL_LENGTH,
    "Urls": URL_LENGTH,
    "ShortStrings": 125,
    "LongStrings": 250,
}

RESID_TARGET: Final[Mapping[str, str]] = {
    "Runtime": "Urls",
    "FunctionFile": "Urls",
    "SourceLocation": "Urls",
    "LearnMoreUrl": "Urls",
    "Image": "Images",
    "Label": "ShortStrings",
    "Title": "ShortStrings",
    "Description": "LongStrings",
}
"""Element with a `resid` → the part of Resources it has to be in."""
