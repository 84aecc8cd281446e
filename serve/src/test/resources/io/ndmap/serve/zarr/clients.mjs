// What zarrita reads of arrays over HTTP, in the versions 2 and 3, as JSON: shapes, and items in C order.
import * as zarr from "zarrita";

const [url, ...names] = process.argv.slice(2);
const overrides = { headers: { Authorization: `token ${process.env.NDMAP_TOKEN}` } };

function items({ data, shape, stride }) {
  let offsets = [0];
  shape.forEach((size, axis) => {
    offsets = offsets.flatMap((at) => Array.from({ length: size }, (_, k) => at + k * stride[axis]));
  });
  const get = data.get ? (k) => data.get(k) : (k) => data[k];
  return offsets.map(get);
}

const found = {};
for (const version of ["v2", "v3"]) {
  for (const name of names) {
    if (version === "v3" && /^(text|bytes)/.test(name)) {
      continue; // It has no strings of fixed length in version 3.
    }
    const store = new zarr.FetchStore(`${url}/${name}`, { overrides });
    const array = await zarr.open[version](store, { kind: "array" });
    const shape = array.shape;
    // zarrita does not read arrays without items.
    const read = shape.includes(0) ? [] : shape.length === 0 ? [await zarr.get(array)] : items(await zarr.get(array));
    found[`${name} ${version}`] = [shape, read];
  }
}
const root = await zarr.withConsolidatedMetadata(new zarr.FetchStore(url, { overrides }));
found.contents = root.contents().map((node) => `${node.kind} ${node.path}`);
console.log(JSON.stringify(found, (_, value) => (typeof value === "bigint" ? String(value) : value)));
