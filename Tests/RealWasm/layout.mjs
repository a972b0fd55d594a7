// Writes C that compiles only if the module's offsets are those of the header: layout.mjs MODULE
import { pathToFileURL } from "node:url";

const { LAYOUT } = await import(pathToFileURL(process.argv[2]).href);
console.log("#include <heading/heading.h>\n#include <stddef.h>");
console.log('_Static_assert(sizeof(heading_parameters) == 208, "heading_parameters");\n_Static_assert(sizeof(heading_field) == 23 * 8, "heading_field");');
for (const [name, { size, ...members }] of Object.entries(LAYOUT)) {
  console.log(`_Static_assert(sizeof(${name}) == ${size}, "${name}");`);
  for (const [member, [offset, type, length]] of Object.entries(members)) {
    const bytes = (type === "i32" ? 4 : 8) * (length ?? 1);
    console.log(`_Static_assert(offsetof(${name}, ${member}) == ${offset} && sizeof(((${name} *)0)->${member}) == ${bytes}, "${member}");`);
  }
}
