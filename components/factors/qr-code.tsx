import { encode } from "uqr";

/** Width of the white margin, in modules: the small squares of the code. */
const QUIET_MODULES = 2;

/** A QR code: black on white also in the dark scheme, because cameras need the contrast. */
export default function QrCode({ value, name }: { value: string; name: string }) {
  const { data, size } = encode(value, { ecc: "L", border: QUIET_MODULES });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-md border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
