# Profiles of AWS Neuron: summary, advice, hierarchy, tables, colours.

drawer-neuron-summary = خلاصه
drawer-neuron-advice = توصیه
drawer-neuron-hierarchy = سلسله‌مراتب
drawer-neuron-tables = تفکیک

# What is looked at.
neuron-which = چه چیزی جمع زده شود
neuron-span = { $span }، از { $start } تا { $end }
neuron-span-all = کل پروفایل، { $span }
neuron-span-tracks = تنها در { $count } ردیف: { $names }
neuron-not-selected = در این انتخاب نیست، یا کامل نیست: { $engines }
neuron-go-to = رفتن به { $name }

# Why a figure is not known.
neuron-why-not-in-file = در این فایل نیست
neuron-why-missing = ابزار نتوانست بگوید
neuron-why-whole-only = تنها برای کل پروفایل گفته شده است
neuron-why-not-selected = در این انتخاب ردیف‌ها نیست
neuron-why-no-elements = این فایل نمی‌شمارد که ضرب‌های ماتریسی چه حساب می‌کنند
neuron-why-no-peak = ساعت، آرایه یا پهنای باند در فایل نیست
neuron-why-no-hlo-stats = آمار HLO در NEFF نیست
neuron-why-no-bytes = این فایل چنین بایت‌هایی را نمی‌شمارد
neuron-why-no-instructions = در این فایل دستوری نیست
neuron-why-no-dma = در این فایل سطر DMA نیست
neuron-why-no-variable = سطرهای DMA نامش را نمی‌گویند
neuron-why-nothing-there = چیزی نیست که بر آن تقسیم شود

# Summary.
neuron-engines = موتورها
neuron-engines-hint = سهم از زمان؛ Σ هم‌پوشانی‌ها را هم جمع می‌زند
neuron-engine-core = { $engine }، { $core }
neuron-engine-sum = Σ { $sum }
neuron-engine-count = { $n } دستور
neuron-part-active = کار
neuron-part-semaphore = EVENT_SEMAPHORE
neuron-part-semaphore-text = سطرهای این opcode منتظر سمافورند؛ کار به حساب نمی‌آیند.
neuron-part-before = انتظار برای آغاز
neuron-part-before-text = نوبت دستوری بود و منتظر چیزی ماند که به آن وابسته است (evt_wait_time). انتظارهای هم‌پوشان یک بار شمرده می‌شوند.
neuron-part-idle = هیچ
neuron-part-idle-text = نه دستوری اجرا شد و نه انتظار دستوری ضبط شد.
neuron-dma = DMA
neuron-dma-count = { $n } بسته
neuron-dma-transfers = { $n } انتقال
neuron-dma-alone = { $time } بدون کار هیچ موتوری
neuron-cores = به تفکیک هسته
neuron-memory = حافظه
neuron-time = زمان
neuron-active = فعال
neuron-active-text = موتوری کار می‌کرد یا DMA در راه بود.
neuron-dma-active = DMA فعال
neuron-hbm-read = خوانده از HBM
neuron-hbm-written = نوشته در HBM
neuron-spill-saved = سرریز به HBM
neuron-spill-reloaded = بارگذاری دوباره از HBM
neuron-least-traffic = ورودی‌ها، خروجی‌ها، وزن‌ها
neuron-traffic-times = ترافیک { $times } برابر آن است
neuron-mbu = MBU
neuron-mbu-text = بهره‌گیری از پهنای باند حافظه: بایت‌های HBM در ثانیه، از آنچه یک پشتهٔ HBM می‌تواند.
neuron-flops = FLOPs
neuron-model-flops = مدل
neuron-model-flops-text = آنچه مدل بنا بر HLO نیاز دارد: دو تا برای هر ضرب و جمع در ضرب ماتریسی.
neuron-useful-flops = اجراشدهٔ مفید
neuron-useful-flops-text = همهٔ دستورهای Tensor جز آن‌ها که تنها ترانهاده می‌کنند.
neuron-transpose-flops = ترانهاده‌ها
neuron-transpose-flops-text = دستورهای ماتریسی که داده را جابه‌جا می‌کنند و چیزی حساب نمی‌کنند.
neuron-hardware-flops = سخت‌افزار
neuron-hardware-flops-text = همهٔ دستورهای ماتریسی، ترانهاده‌ها هم.
neuron-mfu = MFU
neuron-mfu-text = بهره‌گیری از FLOPs مدل: FLOPs مفید در ثانیه، از بیشینهٔ موتور Tensor در BF16. کار عنصربه‌عنصر تقریباً FLOPs ندارد؛ پس برای آن عدد کم چیزی نمی‌گوید.
neuron-hfu = HFU
neuron-hfu-text = بهره‌گیری از FLOPs سخت‌افزار: همان برای همهٔ دستورهای ماتریسی، ترانهاده‌ها هم.
neuron-roofline = Roofline
neuron-roofline-text = { $intensity } FLOPs مفید برای هر بایت ترافیک HBM؛ در { $ridge } حافظه و موتور Tensor به یک اندازه درگیرند.
neuron-roofline-core = بیشینه و نقطهٔ شکست از آنِ همهٔ هسته‌های فیزیکی با هم است؛ برای یک هسته، چنان که { LTR("peak_flops_bandwidth_ratio") } فایل می‌گوید، نقطهٔ شکست { $ridge } است.
neuron-roofline-memory = زیر نقطهٔ شکست: نخست HBM آن را محدود می‌کند.
neuron-roofline-compute = بالای نقطهٔ شکست: نخست موتور Tensor آن را محدود می‌کند.
neuron-roofline-reached = { $rate } از { $roof } که با این شدت ممکن است ({ $share })
neuron-roofline-unknown = ‏roofline معلوم نیست: { $why }.
neuron-roofline-label = ‏roofline: { $rate } در { $intensity } FLOP برای هر بایت، از { $roof } که ممکن است
neuron-throttled = محدودسازی
neuron-queues = DMA به تفکیک صف
neuron-variables = DMA به تفکیک تنسور
neuron-unnamed = در فایل نامی ندارد
neuron-more-tables = همهٔ آن‌ها
neuron-warnings = هشدارهای فایل
neuron-warning-dynamic-dma = شاید عددهای DMA دقیق نباشند: توصیفگرهایی که سخت‌افزار هنگام اجرا ساخته ضبط نشده‌اند. دوباره با { LTR("--enable-dge-notifs") } یا با { LTR("NEURON_RT_ENABLE_DGE_NOTIFICATIONS=1") } ضبط کنید؛ آن‌گاه سطرهای DMA نام تنسورها را هم می‌گویند.
neuron-warning-compiler-metrics = NEFF سنجه‌های خود کامپایلر را ندارد. برای داشتنشان با کامپایلر تازه‌ای دوباره کامپایل کنید.
neuron-warning-hlo-stats = NEFF آمار HLO ندارد، چنان که برای کرنل‌های NKI معمول است. پس FLOPs مدل و MFU بر پایهٔ HLO معلوم نیست؛ FLOPs اجراشده بدون ترانهاده‌ها به جای آن‌ها می‌آید.
neuron-warning-other = { $message }
neuron-metrics = سنجه‌ها
neuron-metrics-hint = عدد فایل، و عدد ما از سطرهایش
neuron-metrics-count = { $compared } عدد دوباره از سطرها حساب شد{ $differ ->
    [0] ، همه جور هستند
   *[other] ، { $differ } تا فرق دارد
}
neuron-metric = سنجه
neuron-in-file = فایل، کل پروفایل
neuron-ours = از سطرها
neuron-ours-area = از سطرها، این بخش
neuron-differs = { $percent } تفاوت
neuron-meaning = معنا
neuron-group-overall_stats = کلی
neuron-group-data_movement = جابه‌جایی داده
neuron-group-software_data_movement = DMA ساختهٔ نرم‌افزار
neuron-group-hardware_data_movement = DMA ساختهٔ سخت‌افزار
neuron-group-tensor_engine = موتور Tensor
neuron-group-vector_engine = موتور Vector
neuron-group-scalar_engine = موتور Scalar
neuron-group-sync_engine = موتور Sync
neuron-group-gpsimd_engine = موتور GpSimd
neuron-group-cc_engine = عملیات جمعی
neuron-group-system = سیستم
neuron-group-throttling_nc0 = محدودسازی، nc0
neuron-group-throttling_nc1 = محدودسازی، nc1
neuron-group-server_upload = بارگذاری در سرور
neuron-group-summary = فعالیت
neuron-group-dma_queue = صف‌های DMA
neuron-group-none = دیگر
neuron-no-summary = این فایل چیزی برای جمع زدن ندارد.

bare-neuron-title = { $file } جمع‌ها را دارد ولی زمان ندارد
bare-neuron-text = آن‌ها پایین، زیر «خلاصه»، هستند. برای داشتن خط زمان، خود پروفایل را به شکل JSON برون‌بری کنید.

# Advice.
neuron-advice-none = هیچ قاعده‌ای دربارهٔ این بخش حرفی ندارد.
neuron-advice-none-hint = قاعده‌ها تنها جایی حرف می‌زنند که چیزی برای نشان دادن باشد.
neuron-advice-figure = { $figure }؛ قاعده { $below ->
    [yes] پایین‌تر
   *[no] بالاتر
} از { $threshold } حرف می‌زند
neuron-advice-aws = قاعدهٔ AWS
neuron-advice-ours = قاعدهٔ ما
neuron-advice-try = امتحان کنید
neuron-advice-at-most = حدود { $time }
neuron-advice-at-most-help = زمانی که موضوع این توصیه است: بیش از این نمی‌توان به دست آورد.
neuron-evidence-show = نمایش
neuron-evidence-time = { $length } از { $start }
neuron-evidence-slice = { $name }، { $length } در { $start }
neuron-evidence-table = جدول

neuron-advice-low-mfu-title = موتور Tensor سرگرم کار است، ولی به کمی از بیشینه‌اش می‌رسد
neuron-advice-low-mfu-text = در زمانی که فعال بود ({ $active }، { $count } MATMUL) { $figure } از FLOPs مفیدی را انجام داد که آرایه‌اش در BF16 می‌تواند.
neuron-advice-low-mfu-try = هر جا FP32 لازم نیست BF16 یا FP8 به کار ببرید (FP32 با یک‌چهارم نرخ اجرا می‌شود)، برای هر بارگذاری وزن ستون‌های بیشتری بگذرانید، همهٔ ۱۲۸ سطر و ستون آرایه را پر کنید.
neuron-advice-low-nki-title = بیشتر کار از NKI نمی‌آید
neuron-advice-low-nki-text = { $count } دستور از { $all } دستور، سطری در کد NKI دارند؛ این‌ها { $figure } از کار موتورها هستند.
neuron-advice-low-nki-try = پایین ببینید کدام دستورهای ساختهٔ کامپایلر بیشترین زمان را می‌برند و آیا کرنل می‌تواند آن‌ها را در خود بگیرد.
neuron-advice-throttled-title = سخت‌افزار خودش را محدود کرد
neuron-advice-throttled-text = برای { $time } ({ $figure }) بهره‌گیری محدود بود، تا { $limit }.
neuron-advice-throttled-try = اجراها را تنها با محدودسازی یکسان مقایسه کنید. کار ماتریسی را یکنواخت‌تر پخش کنید، یا اجرای دیرتری را ضبط کنید ({ LTR("--profile-nth-exec") }).
neuron-advice-transposes-title = بسیاری از دستورهای ماتریسی تنها ترانهاده می‌کنند
neuron-advice-transposes-text = { $count } ترانهاده { $figure } از کل FLOPs سخت‌افزار را می‌سازد و { $time } اجرا می‌شود.
neuron-advice-transposes-try = عملوند را در همان چیدمانی نگه دارید که matmul بعدی می‌خواهد: طرف ثابت را عوض کنید، وزن‌ها را ترانهاده ذخیره کنید، یا بگذارید DMA هنگام بارگذاری ترانهاده کند.
neuron-advice-spill-reload-title = بخش زیادی از آنچه خوانده می‌شود پیش‌تر سرریز شده بود
neuron-advice-spill-reload-text = { $bytes } از آنچه HBM پس می‌دهد ({ $figure }) داده‌های میانی‌ای است که در SBUF جا نشدند.
neuron-advice-spill-reload-try = tileهای کوچک‌تری به کار ببرید، تنسورها را زودتر آزاد کنید، یا عملیاتی را که به دادهٔ میانی نیاز دارند ادغام کنید.
neuron-advice-small-dma-title = بسیاری از بسته‌های DMA کوچک‌اند
neuron-advice-small-dma-text = { $count } بسته از { $packets } بسته کوچک‌تر از { $small } است، بیشتر { $size }؛ این‌ها { $figure } از زمان همهٔ بسته‌ها را می‌گیرند. چنین بسته‌هایی بسته‌های دیگر را هم معطل می‌کنند.
neuron-advice-small-dma-try = درونی‌ترین تکهٔ هر دسترسی را پیوسته کنید، دست‌کم { $small } برای هر partition؛ بارگذاری tileهای همسایه را یکی کنید.
neuron-advice-waiting-on-dma-title = وقتی DMA کار می‌کند موتورها بیکارند
neuron-advice-waiting-on-dma-text = برای { $time } ({ $figure } از زمان) داده در راه بود و هیچ موتوری حساب نمی‌کرد؛ DMA روی هم { $moving } فعال بود.
neuron-advice-waiting-on-dma-try = بارگذاری را یک tile جلوتر آغاز کنید (double buffering)، نخستین بارگذاری را تکه کنید تا کار زودتر آغاز شود، یا آنچه ذخیره و دوباره بارگذاری می‌شود را در SBUF نگه دارید.
neuron-advice-serialised-title = وقتی { $working } کار می‌کند، { $waiting } منتظر است
neuron-advice-serialised-text = برای { $time } ({ $figure } از زمان) { $waiting } منتظر بود و { $working } سرگرم کار؛ { $overlap } از کارشان هم‌پوشانی دارد.
neuron-advice-serialised-try = داده را به tile تکه کنید تا { $waiting } روی یکی کار کند و { $working } روی بعدی، یا چند گام را به موتوری بدهید که منتظر است.
neuron-advice-reloaded-title = تنسورها بیش از یک بار بارگذاری می‌شوند
neuron-advice-reloaded-text = { $count } تنسور دوباره بارگذاری می‌شود، { $tensor } { $figure }؛ این { $bytes } بیش از نیاز است.
neuron-advice-reloaded-try = آن را در طول حلقه در SBUF نگه دارید، یا ترتیب حلقه‌ها را چنان عوض کنید که پیش از بارگذاری بعدی مصرف شود.
neuron-advice-traffic-title = بیش از آنچه باید از HBM می‌گذرد
neuron-advice-traffic-text = { $bytes } خوانده و نوشته شد؛ ورودی‌ها، خروجی‌ها و وزن‌ها { $least } هستند. این { $figure } آن است.
neuron-advice-traffic-try = دنبال داده‌های میانی‌ای بگردید که ذخیره و دوباره بارگذاری می‌شوند، و گام‌های دور و برشان را ادغام کنید.
neuron-advice-start-up-title = بخش بزرگی از پروفایل آماده‌سازی است
neuron-advice-start-up-text = پیش از نخستین کار واقعی { $time } ({ $figure }) می‌گذرد.
neuron-advice-start-up-try = هنگام مقایسهٔ زمان‌ها از آن بگذرید، و اجرای دیرتری را ضبط کنید ({ LTR("--profile-nth-exec=2") }).

# Hierarchy.
neuron-hierarchy-label = سلسله‌مراتب عملیات
neuron-level-framework = چارچوب
neuron-level-hlo = HLO
neuron-level-penguin = Penguin
neuron-level-bir = BIR
neuron-level-instruction = دستور
neuron-level-none = عملیاتی شناخته نیست
neuron-missing-op = شناسهٔ { $level } ندارد
neuron-hierarchy-levels = شناسه‌های این فایل: { $levels }
neuron-hierarchy-level-share = { $level } { $share }
neuron-hierarchy-level-missing = { $level } هیچ
neuron-hierarchy-without = { $n } دستور از { $all } دستور شناسهٔ هیچ سطحی را ندارد ({ $share } از زمان فعال): آماده‌سازی، برچیدن، و آنچه کامپایلر نمی‌گوید
neuron-hierarchy-rest = { $n } مورد دیگر، { $time }
neuron-hierarchy-record = برای داشتن سطح‌های چارچوب و HLO با { LTR("NEURON_FRAMEWORK_DEBUG=1") }، { LTR("XLA_IR_DEBUG=1") } و { LTR("XLA_HLO_DEBUG=1") } کامپایل کنید؛ برای سطرهای NKI با { LTR("NKI_DEBUG_INFO=True") }.
neuron-hierarchy-left-out = { $n } سطر کوچک‌تر نیامده است
neuron-hierarchy-icicle = Icicle
neuron-hierarchy-table = جدول
neuron-hierarchy-find = برجسته کردن همه
neuron-hierarchy-find-help = همهٔ دستورهای آن را جست‌وجو می‌کند: یافته‌ها روی خط زمان برجسته می‌شوند
neuron-hierarchy-longest = رفتن به بلندترین
neuron-hierarchy-zoom = تنها این
neuron-hierarchy-all = همه
neuron-hierarchy-node = { $level } { $name }: { $time } فعال ({ $share } از کل زمان فعال)، روی هم { $sum }، { $n } دستور
neuron-hierarchy-hint = پهنا زمانی است که چیزی از آن کار می‌کرد. کلیدهای جهت حرکت می‌کنند، Enter روی خط زمان نشان می‌دهد.

# Tables.
neuron-tables-which = کدام جدول
neuron-table-operators = عملگرها
neuron-table-instructions = دستورها
neuron-table-dma-queues = صف‌های DMA
neuron-table-dma-variables = تنسورهای DMA
neuron-table-tensors = تنسورهای NEFF
neuron-table-layers = لایه‌ها
neuron-table-memory = HBM به تفکیک دسته
neuron-table-sections = بخش‌ها
neuron-sections-all = همهٔ بخش‌ها
neuron-section-drawn = رسم‌شده به شکل شمارنده
neuron-section-fields-left-out = { $n } فیلد نیامده است
neuron-col-section = بخش
neuron-col-rows = سطرها
neuron-col-layer = لایه
neuron-col-start = آغاز
neuron-col-duration = مدت
neuron-col-tensor = Tensor فعال
neuron-col-vector = Vector فعال
neuron-col-scalar = Scalar فعال
neuron-col-gpsimd = GpSimd فعال
neuron-col-sync = Sync فعال
neuron-col-mfu = MFU
neuron-col-hfu = HFU
neuron-col-category = دسته
neuron-col-nc = NeuronCore
neuron-col-device = دستگاه
neuron-col-hbm = HBM در کاربرد
neuron-table-rows = { $n } سطر
neuron-kind-work = کار
neuron-kind-wait = انتظار
neuron-col-name = نام
neuron-col-level = سطح
neuron-col-lanes = خط
neuron-col-opcode = Opcode
neuron-col-opcodes = بیشتر
neuron-col-kind = نوع
neuron-col-core = هسته
neuron-col-queue = صف
neuron-col-variable = تنسور
neuron-col-route = از ← به
neuron-col-role = نقش
neuron-col-shape = شکل
neuron-col-format = چیدمان
neuron-col-instructions = دستورها
neuron-col-packets = بسته‌ها
neuron-col-transfers = انتقال‌ها
neuron-col-bytes = بایت جابه‌جاشده
neuron-col-packet-size = بایت در بسته
neuron-col-active = فعال
neuron-col-active-help = زمانی که چیزی از آن کار می‌کرد؛ بی انتظارها، هم‌پوشانی‌ها یک بار
neuron-col-sum = جمع
neuron-col-sum-help = همهٔ مدت‌ها روی هم: آنچه هم‌پوشانی دارد بیش از یک بار شمرده می‌شود
neuron-col-mean = میانگین
neuron-col-longest = بلندترین
neuron-col-share = سهم
neuron-col-share-help = زمان فعال، به نسبت زمانی که چیزی از این جدول کار می‌کرد. سطرهایی که هم‌پوشانی دارند روی هم از ۱۰۰٪ بیشتر می‌شوند.
neuron-col-share-bytes = سهم
neuron-col-share-bytes-help = بایت‌ها، به نسبت همهٔ بایت‌های همان هسته
neuron-col-within = درون
neuron-col-rate = نرخ
neuron-col-hbm-read = خوانده از HBM
neuron-col-hbm-write = نوشته در HBM
neuron-col-flops = FLOPs مفید
neuron-col-size = اندازه
neuron-col-loaded = بارگذاری‌شده
neuron-col-loads = بارگذاری‌ها
neuron-col-repeat = دفعه‌های بارگذاری
neuron-table-help = فعال: زمانی که چیزی از آن اجرا می‌شد. جمع: هم‌پوشانی‌ها هم جمع می‌شوند.

# Timeline.
neuron-colour-by = رنگ بر پایهٔ
neuron-colour-name = opcode
neuron-colour-engine = موتور
neuron-colour-hlo = عملیات HLO
neuron-colour-layer = لایه
neuron-colour-nki-line = سطر NKI
neuron-colour-work = کار یا انتظار
neuron-legend = رنگ‌ها
neuron-legend-wait = انتظار
neuron-skip-start = گذشتن از آغاز
neuron-skip-start-help = { $time } نخست تنها آماده‌سازی و انتظار است

# Command line.
cli-summary = برای پروفایل‌های Neuron: موتورها، حافظه، FLOPs، توصیه و سنجه‌های فایل
cli-neuron-summary = خلاصه
cli-neuron-engine = { $engine }: کار { $active } ({ $share })، EVENT_SEMAPHORE { $semaphore }، انتظار برای آغاز { $before }؛ { $n } دستور
cli-neuron-dma = DMA: فعال { $active } ({ $share })، { $alone } از آن بدون کار هیچ موتوری؛ { $packets } بسته، { $bytes }
cli-neuron-operators = عملگرها (زمان فعال، سهم از کل زمان فعال)
cli-neuron-operators-more = { $n } عملگر دیگر
cli-neuron-advice = توصیه
cli-neuron-advice-none = هیچ
cli-neuron-metrics = سنجه‌ها (فایل، از سطرها)
