/** Bytes in a mebibyte and in a gibibyte. */
export const MIB = 2 ** 20;
export const GIB = 2 ** 30;
