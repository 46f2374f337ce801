//! The laws of `Presence`, one property each.
