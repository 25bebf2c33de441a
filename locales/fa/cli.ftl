# The command line program.

cli-about = ردگیری‌های پروفایلر را می‌خواند: همتای خط فرمان صفحهٔ Lowerscope.
cli-inspect-about = می‌گوید در فایل‌های ردگیری چه هست
cli-inspect-after = فایل‌های فشرده (gzip، zip، zstd، tar درون gzip) همان‌طور که هستند خوانده می‌شوند. اگر چیزی خواندنی بود، کد خروج 0 است.
cli-file = فایل‌های ردگیری
cli-json = برای هر ردگیری یک شیء JSON در یک سطر، برای برنامه‌های دیگر

cli-unreadable-title = { $file } خوانده نمی‌شود
cli-unreadable-text = سیستم می‌گوید: { $reason }.

cli-format = قالب
cli-size = اندازه
cli-size-packed = { $text } از JSON، { $packed } فشرده
cli-events = رویدادها
cli-events-value = { $n } ({ $phases })
cli-drawn = رسم‌شده
cli-drawn-value = { $slices } برش، { $instants } رویداد لحظه‌ای، { $links } پیکان
cli-time = زمان
cli-time-value = { $length }، از { $start } تا { $end }
cli-base = زمان پایه
cli-rank = رتبه
cli-rank-value = { $rank }
cli-rank-guessed = { $rank }، از روی نام فایل
cli-tracks = ردیف‌ها
cli-tracks-value = { $tracks } در { $processes } فرایند
cli-track = { $name }: { $slices } برش، { $instants } رویداد لحظه‌ای، کار { $busy }
cli-counter = { $name }: شمارنده
cli-more = … { $n } مورد دیگر
cli-names = نام‌ها به ترتیب زمان خود
cli-self = خود
cli-total = مجموع
cli-count = تعداد
cli-average = میانگین
cli-name = نام
cli-health = سلامت
cli-synthetic = با اسکریپت ساخته شده، نه ضبط
cli-neffs = NEFFهایی که در { $file } اجرا شدند
cli-neff-op = با { $op } ({ $evidence })
cli-neff-no-op = با هیچ عملیاتی که در ردگیری باشد
cli-neff-profile = پروفایل دستگاه { $file }، { $time } برای یک اجرا ({ $evidence })


cli-compare-about = مسیرهای lowering یک ناحیه را کنار یک مبنا می‌گذارد و می‌گوید کدام سریع‌تر است
cli-compare-after = چند ضبط از یک مسیر با ویرگول میانشان نوشته می‌شوند: { LTR("a1.json,a2.json,a3.json") }. کد خروج 0 است؛ یا 3، وقتی مسیری از آنچه { LTR("--fail-if-slower") } اجازه می‌دهد کندتر باشد؛ یا 1، وقتی چیزی برای مقایسه نباشد.
cli-compare-base = ردگیری مبنا
cli-compare-other = ردگیری‌های مسیرهای دیگر، حداکثر سه تا
cli-compare-region = برچسب، کلاس ماژول، ناحیهٔ کامپایل‌شده یا عملیاتی که مقایسه می‌شود؛ بدون آن، بزرگ‌ترینی که در همهٔ ردگیری‌ها هست
cli-compare-judge-by = داوری با زمان میزبان، بازهٔ دستگاه یا زمان کار دستگاه؛ بدون آن، با دستگاه هر جا که دستگاهی باشد
cli-compare-profiles = پروفایل‌های دستگاه NEFFهایی که ردگیری‌ها اجرا می‌کنند، تا آنچه موتورها و DMA کردند جمع زده شود
cli-compare-json = یک شیء JSON برای برنامه‌های دیگر
cli-compare-markdown = Markdown، برای pull request
cli-compare-html = نوشتن مقایسه در یک فایل { LTR("HTML") } که بدون شبکه خوانده می‌شود
cli-compare-page = نشانی صفحه‌ای که تریس‌های فایل { LTR("HTML") } را باز می‌کند
cli-compare-html-failed = { $file } نوشته نشد: { $reason }
cli-compare-fail-if-slower = اگر مسیری دیگر بیش از PCT درصد از مبنا کندتر باشد و زمان‌ها آن دو را از هم جدا کنند، با خطا تمام می‌شود
cli-compare-slower = { $name } بیش از { $percent } درصد از مبنا کندتر است.
cli-compare-no-region = هیچ ردگیری‌ای ناحیهٔ «{ $region }» ندارد. بزرگ‌ترین‌ها این‌ها هستند: { $names }.
cli-compare-nothing-shared = ردگیری‌ها ناحیهٔ مشترکی ندارند. با { LTR("--region") } یکی را نام ببرید؛ بزرگ‌ترین‌ها این‌ها هستند: { $names }.
cli-compare-not-judged = { $name } را نمی‌توان با مبنا داوری کرد؛ پس پاسخی برای { LTR("--fail-if-slower") } نیست: «با احتیاط بخوانید» را ببینید.
cli-compare-no-regions = هیچ کدام از فایل‌ها چیزی برای مقایسه ندارد: نه عملیات، نه برچسب، نه کرنل، و نه سطری از پروفایل دستگاه. تنها با جمع‌ها نمی‌توان مقایسه کرد: خود پروفایل را به شکل JSON برون‌بری کنید.
cli-compare-not-in-path = مسیر { $path } ناحیهٔ «{ $region }» ندارد. آن را با همین برچسب ضبط کنید، یا با { LTR("--region") } ناحیهٔ دیگری برگزینید.
cli-compare-not-in-path-near = مسیر { $path } ناحیهٔ «{ $region }» ندارد. آیا منظورتان یکی از این‌هاست: { $names }؟
cli-compare-no-paths = چیزی برای مقایسه نیست: یک مبنا و دست‌کم یک ردگیری دیگر بدهید.
cli-compare-too-many = حداکثر چهار مسیر را می‌توان مقایسه کرد.

compare-name = مسیر
compare-time = میانه
compare-range = p10 – p90
compare-ratio = نسبت به مبنا
compare-launches = راه‌اندازی‌ها
compare-ops = عملیات
compare-bytes = بایت جابه‌جاشده
cli-compare-heading = ناحیهٔ { $region }
cli-compare-path = { $low } تا { $high }، { $count } نمونه، { $ops } عملیات، { $launches } راه‌اندازی، { $bytes } جابه‌جاشده، { $bound }
cli-compare-more = و { $count } مورد دیگر
cli-compare-became = عملیات در { $path } چه شدند
cli-compare-difference = { $delta } تفاوت { $path } از کجا می‌آید
