//! Values up the height of a drawing.

/// How far curves stay from the upper and the lower edge, of 100.
const EDGE: f64 = 6.0;

/// The values between which a drawing stretches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Scale {
    /// From the smallest to the largest; `None` without a finite value.
    pub(crate) fn of(values: impl Iterator<Item = f64>) -> Option<Scale> {
        let mut scale: Option<Scale> = None;
        for value in values.filter(|value| value.is_finite()) {
            let known = scale.unwrap_or(Scale {
                low: value,
                high: value,
            });
            scale = Some(Scale {
                low: known.low.min(value),
                high: known.high.max(value),
            });
        }
        scale
    }

    /// How far up a value is, 0 to 1; where all are one value it is in the middle.
    pub(crate) fn share(self, value: f64) -> f64 {
        // Halves: the difference of the two could be more than there is.
        let span = self.high / 2.0 - self.low / 2.0;
        if span <= 0.0 {
            return 0.5;
        }
        ((value / 2.0 - self.low / 2.0) / span).clamp(0.0, 1.0)
    }

    /// Its place in a field of 100 that counts downwards.
    pub(crate) fn y(self, value: f64) -> f64 {
        100.0 - EDGE - self.share(value) * (100.0 - 2.0 * EDGE)
    }
}
