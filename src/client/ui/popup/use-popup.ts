import { useState } from 'react'

/** The control for which a popup is open, and the element that the popup is rendered into. */
export interface PopupAnchor {
  /** Receives the focus when the popup closes. */
  readonly opener: HTMLElement
  /**
   * The dialog that contains the control, or the page if there is none. Elements outside an open modal dialog would be
   * behind the dialog.
   */
  readonly container: HTMLElement
  /** Label of the control. */
  readonly title: string
}
interface PopupState {
  /** Null while the popup is closed. */
  anchor: PopupAnchor | null
  /** @param label is read from the control's label element if omitted */
  open: (opener: HTMLElement, label?: string) => void
  close: () => void
}

/** Returns the text of the label around or for a control, without the texts of controls inside. */
function getLabelText(control: HTMLElement): string {
  const labels = control instanceof HTMLButtonElement || control instanceof HTMLInputElement ? control.labels : null
  const texts = [...(labels ?? [])].map((label) => {
    const copy = label.cloneNode(true) as HTMLElement
    for (const inner of copy.querySelectorAll('button, input, output, [role=alert]')) inner.remove()
    return copy.textContent.trim()
  })
  return texts.join(' ')
}

/** State of a popup that a control opens. */
export function usePopup(): PopupState {
  const [anchor, setAnchor] = useState<PopupAnchor | null>(null)
  return {
    anchor,
    open: (opener, label) =>
      setAnchor({
        opener,
        container: opener.closest('dialog') ?? document.body,
        title: label ?? getLabelText(opener),
      }),
    close: () => setAnchor(null),
  }
}
