/** Media query for phones. At the same width, the toast library begins to let toasts fill the screen. */
export const PHONE = "(max-width: 600px)";

/**
 * Returns the place of toasts. On a phone, they cover the bar at the top: at the foot, an Undo would cover the buttons of the next decision
 * while it is shown.
 */
export function placeOfToasts(isPhone: boolean): "top-center" | "bottom-right" {
  return isPhone ? "top-center" : "bottom-right";
}
