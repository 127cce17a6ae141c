// keep the largest items of a pivot field
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:C5").values = [["Region", "Product", "Sales"], ["North", "A", 10], ["North", "B", 20], ["South", "A", 30], ["South", "B", 5]];
const pivot = sheet.pivotTables.add("SalesPivot", sheet.getRange("A1:C5"), sheet.getRange("F3"));
pivot.rowHierarchies.add(pivot.hierarchies.getItem("Region"));
const sales = pivot.dataHierarchies.add(pivot.hierarchies.getItem("Sales"));
sales.name = "Total";
await context.sync();
const field = pivot.hierarchies.getItem("Region").fields.getItem("Region");
field.applyFilter({ valueFilter: { condition: "TopN", threshold: 1, selectionType: "Items", value: "Total" } });
await context.sync();
