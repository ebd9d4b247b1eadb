import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Plugin } from "esbuild";

/**
 * Compiles a program of this version's `server/tools/bench` against the sources of another checkout, whose folders may be others. Modules that
 * the checkout does not have are empty there, except `carried` ones, such as `server/testing/given-payers`: they are this version's. Returns
 * the path of the compiled program.
 */
export async function compileBeside(checkout: string, program: string, carried: readonly string[] = []): Promise<string> {
  const { build } = await import("esbuild");
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
  const packages = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name !== "drizzle-orm");
  const outfile = join(checkout, ".next", "service", "tools", "bench", `${program}.mjs`);
  await build({
    absWorkingDir: checkout,
    stdin: {
      contents: readFileSync(`server/tools/bench/${program}.ts`, "utf8"),
      resolveDir: join(checkout, "server", "tools", "bench"),
      loader: "ts",
    },
    outfile,
    bundle: true,
    external: packages.flatMap((name) => [name, `${name}/*`]),
    platform: "node",
    target: "node20",
    format: "esm",
    logLevel: "error",
    plugins: [filesOf(checkout, carried)],
  });
  return outfile;
}

/** Finds files that were moved since by their names, which are unique in `server`. */
function filesOf(checkout: string, carried: readonly string[]): Plugin {
  const files = readdirSync(join(checkout, "server"), { recursive: true, encoding: "utf8" });
  return {
    name: "files-of-checkout",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^@\/(server|db)\// }, ({ path }) => {
        const file = `${path.slice(2)}.ts`;
        if (carried.includes(path.slice(2))) return { path: resolve(file), namespace: "carried" };
        if (existsSync(join(checkout, file)) || existsSync(join(checkout, path.slice(2)))) return undefined;
        const moved = files.find((each) => basename(each) === basename(file));
        return moved ? { path: join(checkout, "server", moved) } : { path, namespace: "missing" };
      });
      onLoad({ filter: /./, namespace: "carried" }, ({ path }) => ({
        contents: readFileSync(path, "utf8"),
        loader: "ts",
        resolveDir: checkout,
      }));
      onLoad({ filter: /./, namespace: "missing" }, () => ({ contents: "module.exports = {};", loader: "js" }));
    },
  };
}
