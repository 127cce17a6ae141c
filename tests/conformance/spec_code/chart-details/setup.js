// scope: sheet:Data, sheet:Report
async function execute() {
  await general.addSheet("Data");
  await general.addSheet("Report");
  const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"];
  const revenue = [1200000, 1350000, 1280000, 1500000, 1620000, 1710000];
  const costs = [900000, 980000, 990000, 1050000, 1100000, 1150000];
  const users = [120, 480, 1900, 8200, 31000, 118000];
  await sheet.setRange("Data!A3:E3", [["Month", "Revenue", "Costs", "Margin", "Users"]]);
  await sheet.setRange("Data!A4:E9", months.map((month, index) => [
    month, revenue[index], costs[index], "=(B" + (index + 4) + "-C" + (index + 4) + ")/B" + (index + 4), users[index],
  ]));
  await sheet.setCell("Data!A1", '="Revenue and costs, "&A4&" to "&A9');
  await sheet.setRange("Data!G3:H7", [["Price", "Units"], [10, 95], [12, 84], [15, 66], [20, 41]]);
  await sheet.setRange("Data!J3:K8", [
    ["Step", "Amount"], ["Budget", 500], ["Volume", 120], ["Price", 80], ["Cost", -150], ["Actual", 550],
  ]);
  const data = context.workbook.worksheets.getItem("Data");
  const chart = data.charts.add("ColumnClustered", data.getRange("A3:D9"), "Columns");
  chart.name = "Margin";
  const margin = chart.series.getItemAt(2);
  margin.chartType = "LineMarkers";
  margin.axisGroup = "Secondary";
  chart.setPosition("M20", "T36");
  await context.sync();
}
