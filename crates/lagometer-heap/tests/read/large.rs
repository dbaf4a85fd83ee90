//! More than 64 MiB, made while it is read: nothing of it lies in a file or in memory as a whole.

use lagometer_heap::{Heap, Limits, NodeOrdinal, read};
use std::io::{self, Read};

/// A list of `count` objects, each holding the next one, as a text that is written as it is read.
struct List {
    count: u32,
    part: Part,
    text: Vec<u8>,
    taken: usize,
    given: u64,
}

/// What is to be written next.
enum Part {
    Head,
    Node(u32),
    Edge(u32),
    End,
}

impl List {
    fn new(count: u32) -> List {
        List {
            count,
            part: Part::Head,
            text: Vec::new(),
            taken: 0,
            given: 0,
        }
    }

    fn write_next(&mut self) {
        let last = self.count - 1;
        let (text, part) = match self.part {
            Part::Head => {
                let head = r#"{"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count"],"node_types":[["synthetic","object"],"string","number","number","number"],"edge_fields":["type","name_or_index","to_node"],"edge_types":[["context","element","property","internal","hidden","shortcut","weak"],"string_or_number","node"]}"#;
                let counts = format!(
                    ",\"node_count\":{},\"edge_count\":{last}}},\n\"nodes\":[",
                    self.count
                );
                (head.to_owned() + &counts, Part::Node(0))
            }
            Part::Node(node) => {
                let (kind, edges) = (u32::from(node > 0), u32::from(node < last));
                let text = format!("{kind},0,{},16,{edges}", 2 * u64::from(node) + 1);
                match node == last {
                    true => (text + "],\n\"edges\":[", Part::Edge(0)),
                    false => (text + "\n,", Part::Node(node + 1)),
                }
            }
            Part::Edge(edge) if edge < last => {
                let comma = if edge + 1 < last { "\n," } else { "" };
                let text = format!("2,0,{}{comma}", (u64::from(edge) + 1) * 5);
                (text, Part::Edge(edge + 1))
            }
            Part::Edge(_) => ("],\n\"strings\":[\"next\"]}".to_owned(), Part::End),
            Part::End => (String::new(), Part::End),
        };
        self.text.extend_from_slice(text.as_bytes());
        self.part = part;
    }
}

impl Read for List {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.text.drain(..self.taken);
        self.taken = 0;
        while self.text.len() < into.len() && !matches!(self.part, Part::End) {
            self.write_next();
        }
        let count = self.text.len().min(into.len());
        into[..count].copy_from_slice(&self.text[..count]);
        self.taken = count;
        self.given += count as u64;
        Ok(count)
    }
}

#[test]
fn a_list_of_more_than_64_mib_is_read_as_it_comes() {
    let mut list = List::new(2_400_000);
    let limits = Limits::default();
    let snapshot = read(&mut list, 0, None, &limits).unwrap();
    assert!(list.given > 65 << 20, "{} bytes", list.given);
    let heap = Heap::new(snapshot, &limits).unwrap();
    let last = NodeOrdinal(2_399_999);
    assert_eq!(heap.distance(last), Some(2_399_999));
    assert_eq!(heap.retained(NodeOrdinal(1_000_000)), Some(1_400_000 * 16));
    assert_eq!(heap.shortest_path(last).map(|path| path.len()), Some(2_400_000));
}
