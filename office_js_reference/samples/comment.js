// a threaded comment on a cell
const comment = context.workbook.comments.add("Sheet1!B2", "Source: annual report, page 41");
comment.load("content");
await context.sync();
return comment.content;
