//! The names of the events of page loads.

/// The events that say something of a page load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum LoadingName {
    FirstContentfulPaint,
    LargestContentfulPaintCandidate,
    LargestImagePaintCandidate,
    DomContentLoadedEventEnd,
    LayoutShift,
    ResourceSendRequest,
    ResourceReceiveResponse,
    ResourceFinish,
    AnimationFrame,
    AnimationFrameRender,
    AnimationFrameStyleAndLayout,
    AnimationFrameScriptExecute,
    AnimationFrameScriptCompile,
    AnimationFramePresentation,
}

impl LoadingName {
    /// The one of this name.
    #[inline]
    pub(crate) fn of(text: &[u8]) -> Option<LoadingName> {
        Some(match text {
            b"firstContentfulPaint" => LoadingName::FirstContentfulPaint,
            b"largestContentfulPaint::Candidate" => LoadingName::LargestContentfulPaintCandidate,
            b"LargestImagePaint::Candidate" => LoadingName::LargestImagePaintCandidate,
            b"domContentLoadedEventEnd" => LoadingName::DomContentLoadedEventEnd,
            b"LayoutShift" => LoadingName::LayoutShift,
            b"ResourceSendRequest" => LoadingName::ResourceSendRequest,
            b"ResourceReceiveResponse" => LoadingName::ResourceReceiveResponse,
            b"ResourceFinish" => LoadingName::ResourceFinish,
            b"AnimationFrame" => LoadingName::AnimationFrame,
            b"AnimationFrame::Render" => LoadingName::AnimationFrameRender,
            b"AnimationFrame::StyleAndLayout" => LoadingName::AnimationFrameStyleAndLayout,
            b"AnimationFrame::Script::Execute" => LoadingName::AnimationFrameScriptExecute,
            b"AnimationFrame::Script::Compile" => LoadingName::AnimationFrameScriptCompile,
            b"AnimationFrame::Presentation" => LoadingName::AnimationFramePresentation,
            _ => return None,
        })
    }
}
