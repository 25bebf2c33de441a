//! What the device could do at most, by the file's metadata.

use super::figure::{Figure, Why};
use crate::neuron::NeuronProfile;

/// Peak rates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Device {
    /// FLOPs a second of the Tensor engine of one physical core: two for each
    /// element of the array and tick of its clock.
    pub core_flops: Figure,
    /// The same of all physical cores of the logical one, by which utilisation
    /// is measured.
    pub flops: Figure,
    /// Bytes a second of one HBM stack.
    pub bandwidth: Figure,
    /// Ticks a second of the core's clock.
    pub clock: Figure,
}

impl Device {
    pub fn new(profile: &NeuronProfile) -> Self {
        let number = |key| {
            let value = profile.metadata_value(key).and_then(|text| text.parse::<f64>().ok());
            Figure::or(value.filter(|value| *value > 0.0), Why::NoPeak)
        };
        let times = |a: Figure, b: Figure| match (a, b) {
            (Figure::Known(a), Figure::Known(b)) => Figure::Known(a * b),
            _ => Figure::Unknown(Why::NoPeak),
        };
        let array = times(number("pe_num_rows"), number("pe_num_cols"));
        let core_flops = times(array, number("pe_clock_freq")).map(|per_tick| 2e9 * per_tick);
        let cores = number("num_physical_cores").known().unwrap_or(1.0);
        Self {
            core_flops,
            flops: core_flops.map(|flops| flops * cores),
            bandwidth: number("hbm_ddr_bandwidth"),
            clock: number("pe_clock_others").map(|ghz| ghz * 1e9),
        }
    }

    /// FLOPs for each byte at which HBM and the Tensor engine of one core are
    /// equally busy.
    pub fn core_ridge(&self) -> Figure {
        self.core_flops.over(self.bandwidth)
    }

    /// The same of all cores together.
    pub fn ridge(&self) -> Figure {
        self.flops.over(self.bandwidth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peaks_come_from_the_metadata_or_are_unknown() {
        let entry = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        let mut profile = NeuronProfile::default();
        profile.metadata.extend([
            entry("pe_num_rows", "128"),
            entry("pe_num_cols", "128"),
            entry("pe_clock_freq", "2.4"),
            entry("hbm_ddr_bandwidth", "716000000000"),
        ]);
        let device = Device::new(&profile);
        assert_eq!(device.flops, Figure::Known(78.6432e12));
        assert_eq!(
            (device.ridge(), device.core_ridge()),
            (Figure::Known(78.6432e12 / 716e9), device.ridge())
        );
        assert_eq!(device.clock, Figure::Unknown(Why::NoPeak));
        profile.metadata.push(entry("num_physical_cores", "2"));
        let device = Device::new(&profile);
        assert_eq!(
            (device.core_flops, device.flops),
            (Figure::Known(78.6432e12), Figure::Known(157.2864e12))
        );
        profile.metadata.clear();
        assert_eq!(Device::new(&profile).ridge(), Figure::Unknown(Why::NoPeak));
    }
}
