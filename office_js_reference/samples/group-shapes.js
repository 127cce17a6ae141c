// draw two shapes and group them
// lacks: ShapeCollection.addGroup
const sheet = context.workbook.worksheets.getActiveWorksheet();
const box = sheet.shapes.addGeometricShape("Rectangle");
const note = sheet.shapes.addTextBox("Assumptions");
note.left = 120;
const group = sheet.shapes.addGroup([box, note]);
group.name = "Legend";
await context.sync();
