//! Every command and event of the protocol that Lagometer uses, with the parameters it sends and the
//! fields it reads. A test holds this list against the description that the browser itself gives.

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command {
    /// `Domain.command`.
    pub name: &'static str,
    /// The parameters that are sent.
    pub parameters: &'static [&'static str],
    /// The fields of the answer that are read.
    pub answer: &'static [&'static str],
}

/// An event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// `Domain.event`.
    pub name: &'static str,
    /// The fields that are read.
    pub fields: &'static [&'static str],
}

macro_rules! commands {
    ($($(#[$doc:meta])* $id:ident = $name:literal ($($parameter:ident),*) -> ($($answer:ident),*);)*) => {
        $($(#[$doc])* pub const $id: Command = Command {
            name: $name,
            parameters: &[$(stringify!($parameter)),*],
            answer: &[$(stringify!($answer)),*],
        };)*

        /// Every command that is used.
        pub const COMMANDS: &[Command] = &[$($id),*];
    };
}

macro_rules! events {
    ($($(#[$doc:meta])* $id:ident = $name:literal ($($field:ident),*);)*) => {
        $($(#[$doc])* pub const $id: Event = Event { name: $name, fields: &[$(stringify!($field)),*] };)*

        /// Every event that is used.
        pub const EVENTS: &[Event] = &[$($id),*];
    };
}

commands! {
    /// Ends the browser.
    BROWSER_CLOSE = "Browser.close" () -> ();
    /// Which browser it is.
    BROWSER_GET_VERSION = "Browser.getVersion" () -> (product, jsVersion);
    /// Makes the page's process slower.
    EMULATION_SET_CPU_THROTTLING_RATE = "Emulation.setCPUThrottlingRate" (rate) -> ();
    /// Which frame an element holds.
    DOM_DESCRIBE_NODE = "DOM.describeNode" (objectId) -> (node);
    /// The object of an element in the page's own world.
    DOM_RESOLVE_NODE = "DOM.resolveNode" (backendNodeId) -> (object);
    /// The exact viewport.
    EMULATION_SET_DEVICE_METRICS_OVERRIDE =
        "Emulation.setDeviceMetricsOverride" (width, height, deviceScaleFactor, mobile, screenOrientation)
        -> ();
    /// Whether the page can be touched.
    EMULATION_SET_TOUCH_EMULATION_ENABLED = "Emulation.setTouchEmulationEnabled" (enabled) -> ();
    /// Collects garbage.
    HEAP_PROFILER_COLLECT_GARBAGE = "HeapProfiler.collectGarbage" () -> ();
    /// Lets objects keep their ids from one snapshot to the next.
    HEAP_PROFILER_ENABLE = "HeapProfiler.enable" () -> ();
    /// Takes a snapshot of the heap.
    HEAP_PROFILER_TAKE_SNAPSHOT = "HeapProfiler.takeHeapSnapshot" (reportProgress) -> ();
    /// Presses or releases a key.
    INPUT_DISPATCH_KEY_EVENT = "Input.dispatchKeyEvent"
        (type, modifiers, text, unmodifiedText, code, key, windowsVirtualKeyCode, autoRepeat, location)
        -> ();
    /// Moves the mouse, presses or releases a button, turns the wheel.
    INPUT_DISPATCH_MOUSE_EVENT = "Input.dispatchMouseEvent"
        (type, x, y, modifiers, button, buttons, clickCount, deltaX, deltaY, pointerType) -> ();
    /// Puts a finger on the screen or takes it off.
    INPUT_DISPATCH_TOUCH_EVENT = "Input.dispatchTouchEvent" (type, touchPoints, modifiers) -> ();
    /// Makes a crash of the renderer known.
    INSPECTOR_ENABLE = "Inspector.enable" () -> ();
    /// Closes a stream.
    IO_CLOSE = "IO.close" (handle) -> ();
    /// Reads from a stream.
    IO_READ = "IO.read" (handle, size) -> (base64Encoded, data, eof);
    /// Pretends a network for requests.
    NETWORK_EMULATE_CONDITIONS_BY_RULE =
        "Network.emulateNetworkConditionsByRule" (matchedNetworkConditions) -> ();
    /// Turns on what is known of requests.
    NETWORK_ENABLE = "Network.enable" () -> ();
    /// What `navigator` says of the network.
    NETWORK_OVERRIDE_STATE =
        "Network.overrideNetworkState" (offline, latency, downloadThroughput, uploadThroughput) -> ();
    /// Headers of every request.
    NETWORK_SET_EXTRA_HTTP_HEADERS = "Network.setExtraHTTPHeaders" (headers) -> ();
    /// A script that runs before the page's own, in every frame.
    PAGE_ADD_SCRIPT = "Page.addScriptToEvaluateOnNewDocument" (source, runImmediately) -> (identifier);
    /// A picture of the page.
    PAGE_CAPTURE_SCREENSHOT = "Page.captureScreenshot" (format) -> (data);
    /// A world that the page's scripts cannot reach.
    PAGE_CREATE_ISOLATED_WORLD = "Page.createIsolatedWorld" (frameId, worldName) -> (executionContextId);
    /// Turns on the events of pages.
    PAGE_ENABLE = "Page.enable" () -> ();
    /// Which frame the page is.
    PAGE_GET_FRAME_TREE = "Page.getFrameTree" () -> (frameTree);
    /// Answers an alert or a question of the page.
    PAGE_HANDLE_JAVASCRIPT_DIALOG = "Page.handleJavaScriptDialog" (accept) -> ();
    /// Loads a page.
    PAGE_NAVIGATE = "Page.navigate" (url) -> (frameId, loaderId, errorText);
    /// Loads the page again.
    PAGE_RELOAD = "Page.reload" () -> ();
    /// Such a script runs no more.
    PAGE_REMOVE_SCRIPT = "Page.removeScriptToEvaluateOnNewDocument" (identifier) -> ();
    /// Turns counting on.
    PERFORMANCE_ENABLE = "Performance.enable" () -> ();
    /// The counters of the page's process.
    PERFORMANCE_GET_METRICS = "Performance.getMetrics" () -> (metrics);
    /// Calls a function in a world.
    RUNTIME_CALL_FUNCTION_ON = "Runtime.callFunctionOn"
        (functionDeclaration, arguments, executionContextId, objectId, returnByValue, awaitPromise)
        -> (result, exceptionDetails);
    /// Tells what was said on the console, from the beginning.
    RUNTIME_ENABLE = "Runtime.enable" () -> ();
    /// Evaluates an expression.
    RUNTIME_EVALUATE = "Runtime.evaluate" (expression, contextId, returnByValue, awaitPromise)
        -> (result, exceptionDetails);
    /// Lets a frame that was held go on.
    RUNTIME_RUN_IF_WAITING = "Runtime.runIfWaitingForDebugger" () -> ();
    /// Ends the script that runs.
    RUNTIME_TERMINATE_EXECUTION = "Runtime.terminateExecution" () -> ();
    /// Cookies of a context.
    STORAGE_SET_COOKIES = "Storage.setCookies" (cookies, browserContextId) -> ();
    /// The GPU and the effective command line.
    SYSTEM_INFO_GET_INFO = "SystemInfo.getInfo" () -> (gpu, commandLine);
    /// The browser's processes and their CPU time.
    SYSTEM_INFO_GET_PROCESS_INFO = "SystemInfo.getProcessInfo" () -> (processInfo);
    /// Opens a session with a page.
    TARGET_ATTACH_TO_TARGET = "Target.attachToTarget" (targetId, flatten) -> (sessionId);
    /// Closes a page.
    TARGET_CLOSE_TARGET = "Target.closeTarget" (targetId) -> ();
    /// A fresh context: no cookies, no cache.
    TARGET_CREATE_BROWSER_CONTEXT = "Target.createBrowserContext" (disposeOnDetach) -> (browserContextId);
    /// Opens a page.
    TARGET_CREATE_TARGET = "Target.createTarget" (url, browserContextId, newWindow) -> (targetId);
    /// Ends a session.
    TARGET_DETACH_FROM_TARGET = "Target.detachFromTarget" (sessionId) -> ();
    /// Closes a context and all its pages.
    TARGET_DISPOSE_BROWSER_CONTEXT = "Target.disposeBrowserContext" (browserContextId) -> ();
    /// Pages, frames in processes of their own, and workers.
    TARGET_GET_TARGETS = "Target.getTargets" () -> (targetInfos);
    /// Opens sessions with the frames of other processes by itself.
    TARGET_SET_AUTO_ATTACH = "Target.setAutoAttach" (autoAttach, waitForDebuggerOnStart, flatten) -> ();
    /// Stops the trace.
    TRACING_END = "Tracing.end" () -> ();
    /// Starts the trace.
    TRACING_START = "Tracing.start" (transferMode, streamFormat, streamCompression, traceConfig) -> ();
}

/// Pretends a network in browsers that have no `Network.emulateNetworkConditionsByRule`. Newer ones call
/// it deprecated, so it is not in the list.
pub const NETWORK_EMULATE_CONDITIONS_ONCE: Command = Command {
    name: "Network.emulateNetworkConditions",
    parameters: &["offline", "latency", "downloadThroughput", "uploadThroughput"],
    answer: &[],
};

events! {
    /// A part of a heap snapshot.
    HEAP_PROFILER_ADD_CHUNK = "HeapProfiler.addHeapSnapshotChunk" (chunk);
    /// How far a heap snapshot is.
    HEAP_PROFILER_REPORT_PROGRESS = "HeapProfiler.reportHeapSnapshotProgress" (done, total);
    /// The renderer crashed: its session never answers again.
    INSPECTOR_TARGET_CRASHED = "Inspector.targetCrashed" ();
    /// A request failed or was given up.
    NETWORK_LOADING_FAILED = "Network.loadingFailed" (requestId);
    /// A request was answered whole.
    NETWORK_LOADING_FINISHED = "Network.loadingFinished" (requestId);
    /// A request begins, or is sent on.
    NETWORK_REQUEST_WILL_BE_SENT = "Network.requestWillBeSent" (requestId, request);
    /// The page shows an alert or a question, and waits.
    PAGE_JAVASCRIPT_DIALOG_OPENING = "Page.javascriptDialogOpening" (type);
    /// A frame holds a new document.
    PAGE_FRAME_NAVIGATED = "Page.frameNavigated" (frame);
    /// The address changed, and the document did not.
    PAGE_NAVIGATED_WITHIN_DOCUMENT = "Page.navigatedWithinDocument" (frameId);
    /// The page's load event.
    PAGE_LOAD_EVENT_FIRED = "Page.loadEventFired" ();
    /// The page called `console`.
    RUNTIME_CONSOLE_API_CALLED = "Runtime.consoleAPICalled" (type, args, timestamp);
    /// A script threw what nobody caught.
    RUNTIME_EXCEPTION_THROWN = "Runtime.exceptionThrown" (timestamp, exceptionDetails);
    /// A session was opened by auto-attach.
    TARGET_ATTACHED_TO_TARGET = "Target.attachedToTarget" (sessionId, targetInfo, waitingForDebugger);
    /// A session ended.
    TARGET_DETACHED_FROM_TARGET = "Target.detachedFromTarget" (sessionId);
    /// The trace is complete.
    TRACING_COMPLETE = "Tracing.tracingComplete" (dataLossOccurred, stream, streamCompression);
}
