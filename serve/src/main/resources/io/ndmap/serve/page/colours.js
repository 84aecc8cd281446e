// Colour maps, and the mapping from numbers to colours. Pure functions.

/** The colours of NaN and of infinities. No colour map contains them. */
export const NAN_COLOUR = [255, 0, 170];
export const INFINITY_COLOUR = [0, 200, 255];

const STOPS = {
  viridis:
    "44015446085c471063481769481d6f482475472a7a46307e453781433d844142873f48893d4e8a3a538b38598c355e8d"
    + "33638d31688e2e6d8e2c718e2a768e297b8e27808e25848e23898e218e8d20928c1f978b1e9c891fa18821a58524aa83"
    + "28ae802eb37c35b7793dbc7446c06f50c46a5ac86465cb5e70cf577cd25089d54895d840a2da37b0dd2fbddf26cae11f"
    + "d8e219e5e419f1e51dfde725",
  gray: "000000ffffff",
  inferno:
    "00000402020c0504170a072210092d160b391e0c45260c512f0a5b380962400a67490b6a510e6c59106e61136e69166e"
    + "71196e781c6d801f6c88226a902568982766a02a63a82e5fb0315bb73557bf3952c63d4dcc4248d34743d94d3ddf5337"
    + "e45a31e9612bed6925f1711ff47918f78212f98b0bfa9407fb9d07fca60cfcb014fbba1ffac42af8cd37f6d746f4e156"
    + "f2ea69f2f27df5f992fcffa4",
  coolwarm:
    "3b4cc04055c8465ecf4c66d6536edd5977e35f7fe86687ed6c8ff17396f57a9df881a4fb88abfd8fb1fe96b7ff9dbdff"
    + "a3c2feaac7fdb1cbfcb7cff9bed2f6c4d5f3cad8efcfdaead5dbe5dadce0dfdbd9e4d9d2e9d5cbedd2c3f0cdbbf2c9b4"
    + "f5c4acf6bea4f7b89cf7b194f7aa8cf6a385f59c7df39475f08b6eed8366e97a5fe57058e16751dc5d4ad65244d0473d"
    + "ca3b37c32e31bb1b2cb40426",
  cividis:
    "00224e002656002a5f002d68003070083370163770203a6f273e6e2e416d34456c3a486c3f4c6c444f6c49536c4e566c"
    + "535a6d575d6d5c616e60646f656870696b716d6f727272747676767a7a787e7d788381798885788d8878928c78969077"
    + "9b9476a09875a59c74aaa073afa471b5a86fbaac6dbfb06bc4b468c9b965cfbd62d4c15fdac65bdfca57e5cf52ead34c"
    + "f0d846f6dd3ffce236fee838",
};

/** The names of the colour maps. Cividis is suitable for the colour-blind. */
export const MAPS = Object.keys(STOPS);

const SIZE = 1024;
const tables = new Map();

/**
 * 1024 colours of a map, from the colour of the lowest to the colour of the highest value. Each
 * colour is a word with the bytes R, G, B, A in memory order.
 */
export function table(name) {
  const known = STOPS[name] ? name : "viridis";
  if (!tables.has(known)) {
    const stops = STOPS[known].match(/../g).map((pair) => parseInt(pair, 16));
    const last = stops.length / 3 - 1;
    const words = new Uint32Array(SIZE);
    const octets = new Uint8Array(words.buffer);
    for (let i = 0; i < SIZE; i++) {
      const place = (i / (SIZE - 1)) * last;
      const stop = Math.min(last - 1, Math.floor(place));
      for (let c = 0; c < 3; c++) {
        const from = stops[stop * 3 + c];
        octets[i * 4 + c] = Math.round(from + (stops[stop * 3 + 3 + c] - from) * (place - stop));
      }
      octets[i * 4 + 3] = 255;
    }
    tables.set(known, words);
  }
  return tables.get(known);
}

/**
 * The limits of a contrast: `low` and `high`, changed so that they are positive if `log` is set,
 * otherwise symmetric about 0 if `symmetric` is set.
 * @param leastPositive the smallest positive value, if there is one
 */
export function limits(low, high, { log, symmetric }, leastPositive) {
  if (log) {
    const top = high > 0 ? high : 1;
    const bottom = low > 0 ? low : Math.min(leastPositive > 0 ? leastPositive : top, top);
    return { low: bottom, high: top > bottom ? top : bottom * 10, log: true };
  }
  if (symmetric) {
    const most = Math.max(Math.abs(low), Math.abs(high));
    return { low: -most, high: most, log: false };
  }
  return { low, high, log: false };
}

/** The position of a number between the limits, from 0 to 1. */
export function place(value, { low, high, log }) {
  if (value >= high) return value > high || high > low ? 1 : 0;
  if (value <= low) return 0;
  return log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
}

/** Writes the colours of numbers into the pixels of an image, one pixel per number. */
export function paint(cells, pixels, name, contrast) {
  const words = new Uint32Array(pixels.buffer);
  const colours = table(name);
  const nan = word(NAN_COLOUR);
  const infinite = word(INFINITY_COLOUR);
  const { low, high, log } = contrast;
  const scale = high > low ? (SIZE - 1) / (log ? Math.log(high / low) : high - low) : 0;
  for (let i = 0; i < cells.length; i++) {
    const value = cells[i];
    if (value !== value) {
      words[i] = nan;
    } else if (value === Infinity || value === -Infinity) {
      words[i] = infinite;
    } else if (value >= high) {
      words[i] = colours[value > high || high > low ? SIZE - 1 : 0];
    } else if (value <= low) {
      words[i] = colours[0];
    } else {
      words[i] = colours[Math.round((log ? Math.log(value / low) : value - low) * scale)];
    }
  }
}

/**
 * Writes channels of red, green, blue and optionally opacity into the pixels of an image. The value
 * `most` is written as 255.
 */
export function paintImage(channels, pixels, most) {
  for (let c = 0; c < 4; c++) {
    const cells = channels[c];
    for (let i = 0, at = c; at < pixels.length; i++, at += 4) {
      pixels[at] = cells === undefined ? 255 : Math.round((cells[i] / most) * 255);
    }
  }
}

/** A colour for CSS. */
export function css([red, green, blue]) {
  return `rgb(${red} ${green} ${blue})`;
}

function word([red, green, blue]) {
  return new Uint32Array(new Uint8Array([red, green, blue, 255]).buffer)[0];
}
