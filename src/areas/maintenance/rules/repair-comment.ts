/** True if a comment has a text or a photo. */
export const saysSomething = (
  text: string | null | undefined,
  images: readonly unknown[] | null | undefined,
): boolean => Boolean(text?.trim()) || (images?.length ?? 0) > 0
