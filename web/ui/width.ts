/** One pane at a time, as in the style sheets. */
export const isPhone = (): boolean => matchMedia("(max-width: 600px)").matches;
