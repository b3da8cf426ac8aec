const COLUMN_SELECTOR = '.adm-picker-view-column'
const ITEM_SELECTOR = '.adm-picker-view-column-item'
const HEADER_BUTTON_SELECTOR = '.adm-picker-header-button'
/** Number of items that PageUp and PageDown move by. */
const PAGE_SIZE = 5

/** Sets an attribute only if it changes, because changes trigger the observer. */
function setAttribute(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}

/**
 * Turns the wheels of a Picker into list boxes for screen readers. antd-mobile hides the wheels, describes them in
 * Chinese texts and has no keyboard support.
 * @param labels names of the wheels, from left to right
 * @returns a function that stops observing the wheels
 */
export function describeWheels(root: HTMLElement, labels: readonly string[]): () => void {
  const describe = () => {
    root.querySelectorAll(COLUMN_SELECTOR).forEach((column, columnIndex) => {
      setAttribute(column, 'role', 'listbox')
      setAttribute(column, 'tabindex', '0')
      setAttribute(column, 'aria-label', labels[columnIndex] ?? null)
      column.querySelectorAll('[aria-hidden]').forEach((hidden) => setAttribute(hidden, 'aria-hidden', null))
      column.querySelectorAll<HTMLElement>(ITEM_SELECTOR).forEach((item, index) => {
        const isSelected = item.dataset['selected'] === 'true'
        setAttribute(item, 'role', 'option')
        setAttribute(item, 'id', `${root.id}-${columnIndex}-${index}`)
        setAttribute(item, 'aria-label', null)
        setAttribute(item, 'aria-selected', String(isSelected))
        if (isSelected) setAttribute(column, 'aria-activedescendant', item.id)
      })
    })
    root.querySelectorAll(HEADER_BUTTON_SELECTOR).forEach((button) => setAttribute(button, 'tabindex', '0'))
    root.querySelector(COLUMN_SELECTOR)?.setAttribute('data-autofocus', '')
  }
  describe()
  const observer = new MutationObserver(describe)
  observer.observe(root, {
    subtree: true,
    childList: true,
    attributeFilter: ['data-selected', 'aria-hidden', 'aria-label'],
  })
  return () => observer.disconnect()
}

/** Returns the index that a key moves to, or null for other keys. */
function getTargetIndex(key: string, index: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: -1,
    ArrowDown: 1,
    PageUp: -PAGE_SIZE,
    PageDown: PAGE_SIZE,
    Home: -count,
    End: count,
  }
  const step = steps[key]
  return step === undefined ? null : Math.min(count - 1, Math.max(0, index + step))
}

/** Handles a key on a wheel: arrows turn it or move to the next wheel, Enter and Space confirm. */
export function handleWheelKey(event: KeyboardEvent): boolean {
  const { key, target, currentTarget: root } = event
  if (!(root instanceof HTMLElement) || !(target instanceof HTMLElement) || !target.matches(COLUMN_SELECTOR))
    return false
  const items = [...target.querySelectorAll<HTMLElement>(ITEM_SELECTOR)]
  if (key === 'Enter' || key === ' ') {
    const [, confirmButton] = root.querySelectorAll<HTMLElement>(HEADER_BUTTON_SELECTOR)
    confirmButton?.click()
    return true
  }
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const columns = [...root.querySelectorAll<HTMLElement>(COLUMN_SELECTOR)]
    columns[columns.indexOf(target) + (key === 'ArrowLeft' ? -1 : 1)]?.focus()
    return true
  }
  const selectedIndex = items.findIndex((item) => item.dataset['selected'] === 'true')
  const index = getTargetIndex(key, selectedIndex, items.length)
  if (index === null) return false
  items[index]?.click()
  return true
}
