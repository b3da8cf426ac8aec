/** A comment says something: in words, or by a photo. */
export const saysSomething = (
  text: string | null | undefined,
  images: readonly unknown[] | null | undefined,
): boolean => Boolean(text?.trim()) || (images?.length ?? 0) > 0
