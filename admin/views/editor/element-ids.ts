/** Id of the button that opens a field of the draft. */
export const cardId = (key: number): string => `field-${key}`;

/** Id of the input with a field's label. */
export const labelId = (key: number): string => `field-${key}-label`;
