// print titles, landscape, one page wide, page numbers
const sheet = context.workbook.worksheets.getActiveWorksheet();
const page = sheet.pageLayout;
page.orientation = "Landscape";
page.setPrintTitleRows("$1:$2");
page.zoom = { horizontalFitToPages: 1 };
page.headersFooters.defaultForAllPages.centerFooter = "Page &P of &N";
await context.sync();
