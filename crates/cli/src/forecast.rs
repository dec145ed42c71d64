//! Forecasts how much longer work takes, from its progress so far.

/// Work is followed from this share of it on: before that its beginning weighs too much.
const LEAST_SHARE: f64 = 0.02;
/// The cost of a step grows at most as this power of its number.
const STEEPEST: f64 = 4.0;
/// A place is noted when it is this many times as far as the last one.
const SPACING: f64 = 1.2;

/// What is known of one piece of work.
///
/// Steps of a table often cost more and more. So the time until a step is taken to be a power of its
/// number, and the power is read off the second half of the way come so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Forecast {
    total: u64,
    /// When it began, and places on its way: seconds and steps.
    begun: f64,
    places: Vec<(f64, u64)>,
}

impl Forecast {
    /// Seconds until the end, at `now` seconds, with `done` of `total` steps finished; `None` as long
    /// as that cannot be told. Another total, or fewer steps than before, are other work.
    pub(crate) fn left(&mut self, now: f64, done: u64, total: u64) -> Option<f64> {
        let last = self.places.last().map_or(0, |place| place.1);
        if total != self.total || done < last {
            *self = Self { total, begun: now, places: Vec::new() };
        }
        if self.places.is_empty() || done as f64 >= last as f64 * SPACING {
            self.places.push((now, done));
        }
        let (first, share) = (self.places.first()?.1, done as f64 / total as f64);
        if total == 0 || share < LEAST_SHARE || done <= first {
            return None;
        }
        // The steps that were there when it was first heard of are not counted: a resumed run.
        let took = |at: f64| at - self.begun;
        let half = self.places.iter().rev().find(|place| place.1 <= done / 2);
        let power = match half {
            Some(&(then, before)) if first == 0 && before > 0 && took(then) > 0.0 => {
                let steps = (done as f64 / before as f64).ln();
                ((took(now) / took(then)).ln() / steps).clamp(1.0, STEEPEST)
            }
            _ => 1.0,
        };
        let at = |steps: u64| (steps as f64 / total as f64).powf(power);
        let (before, here) = (at(first), at(done));
        Some(took(now) * (1.0 - here) / (here - before))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Work of 1000 steps, each of which ends at the time that `ends` says.
    fn followed(from: u64, to: u64, ends: impl Fn(f64) -> f64) -> Option<f64> {
        let mut forecast = Forecast::default();
        (from..=to).fold(None, |_, done| forecast.left(ends(done as f64 / 1000.0), done, 1000))
    }

    #[test]
    fn the_time_left_follows_the_cost_of_the_steps() {
        type Ends = fn(f64) -> f64;
        let shapes: [Ends; 3] = [|x| 100.0 * x, |x| 100.0 * x * x, |x| 100.0 * x.powi(3)];
        for (power, ends) in shapes.into_iter().enumerate() {
            for done in [100, 300, 700, 950] {
                let left = followed(0, done, ends).unwrap();
                let really = 100.0 - ends(done as f64 / 1000.0);
                assert!((left / really - 1.0).abs() < 0.2, "{power} {done}: {left}, {really}");
            }
        }
        // A run that goes on from half of its steps: those were free.
        let left = followed(500, 750, |x| 100.0 * (x - 0.5)).unwrap();
        assert!((left - 25.0).abs() < 1.0, "{left}");
    }

    #[test]
    fn nothing_is_said_before_anything_is_known() {
        let mut forecast = Forecast::default();
        assert_eq!(forecast.left(0.0, 0, 1000), None);
        assert_eq!(forecast.left(1.0, 5, 1000), None, "too early");
        assert!(forecast.left(2.0, 100, 1000).is_some());
        assert_eq!(forecast.left(3.0, 10, 1000), None, "other work");
        assert_eq!(forecast.left(3.0, 10, 0), None, "no total");
    }
}
