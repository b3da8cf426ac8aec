import { useState } from 'react'

/** Where and for which control a popup is open. */
export interface PopupPlace {
  /** Receives the focus when the popup closes. */
  readonly opener: HTMLElement
  /** The open dialog around the control, because everything else is behind the top layer; else the page. */
  readonly container: HTMLElement
  /** Label of the control. */
  readonly title: string
}
interface PopupState {
  /** Null while the popup is closed. */
  place: PopupPlace | null
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
  const [place, setPlace] = useState<PopupPlace | null>(null)
  return {
    place,
    open: (opener, label) =>
      setPlace({
        opener,
        container: opener.closest('dialog') ?? document.body,
        title: label ?? getLabelText(opener),
      }),
    close: () => setPlace(null),
  }
}
