const DAY_SELECTOR = '.adm-calendar-picker-view-cell:has(> .adm-calendar-picker-view-cell-date)'
const DAY_STEP_BY_KEY: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
  PageUp: -28,
  PageDown: 28,
}

/** Sets an attribute only if it changes, because changes trigger the observer. */
function setAttribute(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

/**
 * Turns the days of a CalendarPicker into buttons for screen readers, one of which Tab reaches. antd-mobile gives the
 * days neither roles nor keyboard support.
 * @returns a function that stops observing the calendar
 */
export function describeCalendar(root: HTMLElement, closeLabel: string): () => void {
  const describe = () => {
    for (const month of root.querySelectorAll<HTMLElement>('[data-year-month]')) {
      const [year, monthNumber = ''] = (month.dataset['yearMonth'] ?? '').split('-')
      month.querySelectorAll(DAY_SELECTOR).forEach((day, index) => {
        const date = [year, monthNumber.padStart(2, '0'), String(index + 1).padStart(2, '0')].join('-')
        setAttribute(day, 'role', 'button')
        setAttribute(day, 'aria-label', date)
        setAttribute(day, 'aria-pressed', String(day.matches('.adm-calendar-picker-view-cell-selected')))
        setAttribute(day, 'aria-disabled', String(day.matches('.adm-calendar-picker-view-cell-disabled')))
        if (!day.hasAttribute('tabindex')) setAttribute(day, 'tabindex', '-1')
      })
    }
    const closeButton = root.querySelector('.adm-popup-close-icon')
    if (closeButton) {
      setAttribute(closeButton, 'tabindex', '0')
      setAttribute(closeButton, 'aria-label', closeLabel)
    }
    if (!root.querySelector(`${DAY_SELECTOR}[tabindex="0"]`)) {
      const days = [...root.querySelectorAll<HTMLElement>(DAY_SELECTOR)]
      const tabStop =
        days.find((day) => day.matches('.adm-calendar-picker-view-cell-selected')) ??
        days.find((day) => day.matches('.adm-calendar-picker-view-cell-today')) ??
        days[0]
      tabStop?.setAttribute('tabindex', '0')
      tabStop?.setAttribute('data-autofocus', '')
    }
  }
  describe()
  const observer = new MutationObserver(describe)
  observer.observe(root, { subtree: true, childList: true, attributeFilter: ['class'] })
  return () => observer.disconnect()
}

/** Handles a key on a day: arrows move by a day or week, Page keys by four weeks, Enter and Space choose. */
export function handleCalendarKey({ key, target, currentTarget: root }: KeyboardEvent): boolean {
  if (!(root instanceof HTMLElement) || !(target instanceof HTMLElement) || !target.matches(DAY_SELECTOR)) return false
  if (key === 'Enter' || key === ' ') {
    target.click()
    return true
  }
  const step = DAY_STEP_BY_KEY[key]
  if (step === undefined) return false
  const days = [...root.querySelectorAll<HTMLElement>(DAY_SELECTOR)]
  const nextDay = days[days.indexOf(target) + step]
  if (nextDay) {
    target.setAttribute('tabindex', '-1')
    nextDay.setAttribute('tabindex', '0')
    nextDay.focus()
  }
  return true
}
