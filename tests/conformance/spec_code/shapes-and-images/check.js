async function execute() {
  const ws = context.workbook.worksheets.getItem("Sheet1");
  const cover = context.workbook.worksheets.getItem("Cover");
  ws.shapes.load("items/name,items/type");
  cover.shapes.load("items/name,items/type,items/width,items/height,items/lockAspectRatio");
  const box = ws.shapes.getItem("Note on growth").load("left,top,width,height,placement,altTextDescription");
  box.textFrame.textRange.load("text");
  box.textFrame.load("verticalAlignment");
  box.fill.load("foregroundColor,type");
  const bold = box.textFrame.textRange.getSubstring(0, 7).font.load("bold");
  const rest = box.textFrame.textRange.getSubstring(8, 5).font.load("bold,size");
  const cells = ws.getRange("H1:J4").load("left,top,width,height");
  const group = ws.shapes.getItem("Flow").group.shapes.load("items/name,items/type");
  const arrow = group.getItem("Arrow 2");
  arrow.line.load("endArrowheadStyle,isBeginConnected,isEndConnected,beginConnectedSite,endConnectedSite");
  await context.sync();
  const same = (actual, wanted, what) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) throw new Error(`${what}: ${JSON.stringify(actual)}`);
  };
  same(ws.shapes.items.map((item) => [item.name, item.type]), [["Note on growth", "GeometricShape"], ["Flow", "Group"]], "the shapes");
  same([box.left, box.top, box.width, box.height], [cells.left, cells.top, cells.width, cells.height], "the place");
  same([box.placement, box.fill.foregroundColor, box.fill.type, box.textFrame.verticalAlignment], ["OneCell", "#FFF2CC", "Solid", "Middle"], "the looks");
  same(box.textFrame.textRange.text.split("\n").length, 2, "the lines");
  same([bold.bold, rest.bold, rest.size], [true, false, 9], "the font");
  same(group.items.map((item) => item.name), ["Step Input", "Step Model", "Step Report", "Arrow 1", "Arrow 2"], "the group");
  const { endArrowheadStyle, isBeginConnected, isEndConnected, beginConnectedSite, endConnectedSite } = arrow.line;
  same([endArrowheadStyle, isBeginConnected, isEndConnected, beginConnectedSite, endConnectedSite], ["Triangle", true, true, 3, 1], "the arrow");
  const [image] = cover.shapes.items;
  same([cover.shapes.items.length, image.name, image.type, image.width, image.lockAspectRatio], [1, "Summary picture", "Image", 300, true], "the picture");
  if (image.height < 50 || image.height > 200) throw new Error(`the picture's height is ${image.height}`);
}
