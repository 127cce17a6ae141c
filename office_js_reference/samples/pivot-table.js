// a pivot table in tabular form with sums and percentages
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:C5").values = [["Region", "Product", "Sales"], ["North", "A", 10], ["North", "B", 20], ["South", "A", 30], ["South", "B", 5]];
const pivot = sheet.pivotTables.add("SalesPivot", sheet.getRange("A1:C5"), sheet.getRange("F3"));
pivot.rowHierarchies.add(pivot.hierarchies.getItem("Region"));
const sales = pivot.dataHierarchies.add(pivot.hierarchies.getItem("Sales"));
sales.summarizeBy = "Sum";
sales.name = "Total sales";
const share = pivot.dataHierarchies.add(pivot.hierarchies.getItem("Sales"));
share.name = "Share";
share.showAs = { calculation: "PercentOfColumnTotal" };
pivot.layout.layoutType = "Tabular";
pivot.layout.showRowGrandTotals = false;
await context.sync();
