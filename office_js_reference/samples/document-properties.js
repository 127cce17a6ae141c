// title and author of the file
const properties = context.workbook.properties;
properties.title = "Budget 2026";
properties.load("title");
await context.sync();
return properties.title;
