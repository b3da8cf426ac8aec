/** The mark of a required field, the same in every form. Screen readers hear "required" from the input. */
export const RequiredMark = () => (
  <span className="required-mark" aria-hidden>
    *
  </span>
)
