/** Media query of a phone's width, at which the library lets toasts fill the width as well. */
export const PHONE = "(max-width: 600px)";

/**
 * Returns the place of toasts. On a phone, they cover the bar at the top: at the foot, an Undo would cover the buttons of the next decision
 * while it is shown.
 */
export function placeOfToasts(isPhone: boolean): "top-center" | "bottom-right" {
  return isPhone ? "top-center" : "bottom-right";
}
