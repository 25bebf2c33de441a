# Tables of Parquet that are not read, or not to their end.

parquet-cut-title = { $file } زود تمام می‌شود
parquet-cut-text = فایل Parquet فهرست محتوایش را در پایان دارد و این یکی بدون آن تمام می‌شود: کامل نرسیده است. دوباره کپی یا برون‌بری‌اش کنید.

parquet-damaged-title = { $file } خراب است
parquet-damaged-text = فایل Parquet با خودش ناسازگار است ({ $detail }). آنچه پیش از آن جا بود نگه داشته شد. دوباره کپی یا برون‌بری‌اش کنید.

parquet-encrypted-title = { $file } رمز شده است
parquet-encrypted-text = فایل‌های Parquet رمزشده خوانده نمی‌شوند. جدول را دوباره بدون رمز بنویسید.

parquet-codec-title = { $file } با { $detail } فشرده شده است
parquet-codec-text = فایل‌های Parquet وقتی خوانده می‌شوند که فشرده نباشند، یا با zstd، snappy، gzip یا lz4 فشرده باشند. جدول را دوباره با یکی از این‌ها بنویسید.

parquet-too-large-title = { $file } بیش از اندازه بزرگ است
parquet-too-large-text = { $detail ->
    [file] فایل Parquet یک‌جا در حافظه نگه داشته می‌شود؛ پس فایل‌های بزرگ‌تر از ۵۱۲ MB خوانده نمی‌شوند. جدول را دوباره در چند فایل بنویسید، مانند { LTR("Instruction_0.parquet") } و { LTR("Instruction_1.parquet") }؛ به هم پیوسته می‌شوند.
    [text] سطرهای این فایل Parquet بیش از هزار برابر خود فایل‌اند. آن‌ها که تا این حد بودند نگه داشته شدند.
    [columns] فایل Parquet بیش از آنچه خوانده می‌شود ستون دارد.
   *[other] بخشی از فایل Parquet ({ $detail }) بیش از حافظه‌ای می‌خواهد که به یک فایل داده می‌شود. آنچه پیش از آن بود نگه داشته شد.
}

parquet-stopped-title = { $file } خوانده نشد
parquet-stopped-text = خواندن این فایل Parquet بدون پاسخ تمام شد، چنان که فایل‌های خراب می‌توانند باعث شوند. هر چیز دیگری که باز است سر جایش هست. فایل را دوباره کپی یا برون‌بری کنید.

parquet-reader-missing-title = { $file } خوانده نشد
parquet-reader-missing-text = بخشی از این صفحه که Parquet را می‌خواند نرسید. اتصال را بررسی کنید و فایل را دوباره باز کنید.
