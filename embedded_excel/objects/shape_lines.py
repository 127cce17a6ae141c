"""Line: arrowheads and ties of a line."""

from pydantic import JsonValue

from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model import shape_lines as lines
from embedded_excel.model.areas import integer
from embedded_excel.model.shape_looks import geometry, set_geometry
from embedded_excel.model.shape_presets import connector_geometry, connector_type
from embedded_excel.model.shapes import ShapeRef
from embedded_excel.objects.base import ExcelObject, excel_class, method, navigation, scalar
from embedded_excel.objects.range_base import make
from embedded_excel.objects.shape_base import OfShape, View
from embedded_excel.wire.members import enum_value


@excel_class("Line")
class Line(View):
    """A line."""

    @scalar("connectorType")
    def connector_type(self) -> JsonValue:
        """`Straight`, `Elbow` or `Curve`."""
        return connector_type(geometry(self.element))

    @connector_type.setter
    def set_connector_type(self, value: JsonValue) -> None:
        """Bend or straighten it."""
        preset = connector_geometry(enum_value("ConnectorType", value))
        self.change(lambda element: set_geometry(element, preset))

    # -- arrowheads --------------------------------------------------------------------------
    def _arrow(self, end: str, attribute: str, names: dict[str, str]) -> str:
        return lines.arrowhead(self.element, end, attribute, names)

    def _set_arrow(self, end: str, attribute: str, kept: str) -> None:
        self.change(lambda element: lines.set_arrowhead(element, end, attribute, kept))

    @scalar("BeginArrowheadStyle")
    def begin_arrowhead_style(self) -> JsonValue:
        """`ArrowheadStyle` of its beginning."""
        return self._arrow("begin", "type", lines.ARROWS)

    @begin_arrowhead_style.setter
    def set_begin_arrowhead_style(self, value: JsonValue) -> None:
        """Set it."""
        self._set_arrow("begin", "type", lines.ARROWS[enum_value("ArrowheadStyle", value)])

    @scalar("BeginArrowheadLength")
    def begin_arrowhead_length(self) -> JsonValue:
        """`ArrowheadLength` of its beginning."""
        return self._arrow("begin", "len", lines.LENGTHS)

    @begin_arrowhead_length.setter
    def set_begin_arrowhead_length(self, value: JsonValue) -> None:
        """Set it."""
        self._set_arrow("begin", "len", lines.LENGTHS[enum_value("ArrowheadLength", value)])

    @scalar("BeginArrowheadWidth")
    def begin_arrowhead_width(self) -> JsonValue:
        """`ArrowheadWidth` of its beginning."""
        return self._arrow("begin", "w", lines.WIDTHS)

    @begin_arrowhead_width.setter
    def set_begin_arrowhead_width(self, value: JsonValue) -> None:
        """Set it."""
        self._set_arrow("begin", "w", lines.WIDTHS[enum_value("ArrowheadWidth", value)])

    @scalar("EndArrowheadStyle")
    def end_arrowhead_style(self) -> JsonValue:
        """`ArrowheadStyle` of its end."""
        return self._arrow("end", "type", lines.ARROWS)

    @end_arrowhead_style.setter
    def set_end_arrowhead_style(self, value: JsonValue) -> None:
        """Set it."""
        self._set_arrow("end", "type", lines.ARROWS[enum_value("ArrowheadStyle", value)])

    @scalar("EndArrowheadLength")
    def end_arrowhead_length(self) -> JsonValue:
        """`ArrowheadLength` of its end."""
        return self._arrow("end", "len", lines.LENGTHS)

    @end_arrowhead_length.setter
    def set_end_arrowhead_length(self, value: JsonValue) -> None:
        """Set it."""
        self._set_arrow("end", "len", lines.LENGTHS[enum_value("ArrowheadLength", value)])

    @scalar("EndArrowheadWidth")
    def end_arrowhead_width(self) -> JsonValue:
        """`ArrowheadWidth` of its end."""
        return self._arrow("end", "w", lines.WIDTHS)

    @end_arrowhead_width.setter
    def set_end_arrowhead_width(self, value: JsonValue) -> None:
        """Set it."""
        self._set_arrow("end", "w", lines.WIDTHS[enum_value("ArrowheadWidth", value)])

    # -- ties --------------------------------------------------------------------------------
    @scalar("IsBeginConnected")
    def is_begin_connected(self) -> JsonValue:
        """Whether its beginning is tied to a shape."""
        return lines.tie_of(self.element, "begin") is not None

    @scalar("IsEndConnected")
    def is_end_connected(self) -> JsonValue:
        """Whether its end is tied to a shape."""
        return lines.tie_of(self.element, "end") is not None

    @scalar("BeginConnectedSite")
    def begin_connected_site(self) -> JsonValue:
        """The place its beginning is tied to, null for none."""
        tie = lines.tie_of(self.element, "begin")
        return None if tie is None else tie[1]

    @scalar("EndConnectedSite")
    def end_connected_site(self) -> JsonValue:
        """The place its end is tied to, null for none."""
        tie = lines.tie_of(self.element, "end")
        return None if tie is None else tie[1]

    @navigation("BeginConnectedShape")
    def begin_connected_shape(self) -> ExcelObject:
        """The shape its beginning is tied to."""
        return self._connected("begin")

    @navigation("EndConnectedShape")
    def end_connected_shape(self) -> ExcelObject:
        """The shape its end is tied to."""
        return self._connected("end")

    def _connected(self, end: str) -> ExcelObject:
        tie = lines.tie_of(self.element, end)
        if tie is None:
            raise item_not_found()
        return make("Shape", ShapeRef(self.workbook, self.ref.sheet, tie[0]))

    def _connect(self, end: str, shape: object, site: JsonValue) -> None:
        if not isinstance(shape, OfShape) or shape.ref.sheet != self.ref.sheet:
            raise invalid_argument()
        lines.tie(self.ref, end, shape.ref, integer(site))

    @method("ConnectBeginShape")
    def connect_begin_shape(self, shape: object, site: JsonValue) -> None:
        """Tie its beginning to a place of a shape."""
        self._connect("begin", shape, site)

    @method("ConnectEndShape")
    def connect_end_shape(self, shape: object, site: JsonValue) -> None:
        """Tie its end to a place of a shape."""
        self._connect("end", shape, site)

    @method("DisconnectBeginShape")
    def disconnect_begin_shape(self) -> None:
        """Let its beginning stand free."""
        lines.untie_end(self.ref, "begin")

    @method("DisconnectEndShape")
    def disconnect_end_shape(self) -> None:
        """Let its end stand free."""
        lines.untie_end(self.ref, "end")
