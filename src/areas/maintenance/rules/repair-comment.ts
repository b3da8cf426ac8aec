/** True if a comment has a text or a photo. */
export const hasCommentContent = (
  text: string | null | undefined,
  images: readonly unknown[] | null | undefined,
): boolean => Boolean(text?.trim()) || (images?.length ?? 0) > 0
