import './tabs.css'
import { useEffect, useRef } from 'react'

export interface TabsProps<K extends string> {
  /** Accessible name of the group. */
  label: string
  tabs: readonly { key: K; label: string; /** Displayed next to the label. */ count?: number | undefined }[]
  chosen: K
  /** True if the tabs navigate between views of the page rather than filter one list. */
  isNavigation?: boolean
  onChoose: (key: K) => void
}

/** Row of toggle buttons for the views of a page or the parts of a list; scrolls sideways if needed. */
export function Tabs<K extends string>({ label, tabs, chosen, isNavigation, onChoose }: TabsProps<K>) {
  const tabRow = useRef<HTMLFieldSetElement>(null)
  // Scroll the chosen tab into view.
  useEffect(() => {
    const chosenTab = tabRow.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (tabRow.current && chosenTab)
      tabRow.current.scrollLeft =
        chosenTab.offsetLeft - tabRow.current.offsetLeft - (tabRow.current.clientWidth - chosenTab.offsetWidth) / 2
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the chosen tab is read from the DOM
  }, [chosen])
  return (
    <fieldset ref={tabRow} className={isNavigation ? 'ui-tabs is-views' : 'ui-tabs'} aria-label={label}>
      {tabs.map(({ key, label: tabLabel, count }) => (
        <button key={key} type="button" aria-pressed={chosen === key} onClick={() => onChoose(key)}>
          {tabLabel}
          {count !== undefined && <b>{count}</b>}
        </button>
      ))}
    </fieldset>
  )
}
