/// Named tensors in `.safetensors` files: [io.ndmap.safetensors.SafetensorsFile] maps them in
/// place, [io.ndmap.safetensors.SafetensorsWriter] writes them.
@NullMarked
package io.ndmap.safetensors;

import org.jspecify.annotations.NullMarked;
