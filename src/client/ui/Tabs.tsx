import './tabs.css'
import { useEffect, useRef } from 'react'

export interface TabsProps<K extends string> {
  /** What is chosen between, for a screen reader. */
  label: string
  tabs: readonly { key: K; word: string; /** Stands beside the word. */ count?: number | undefined }[]
  chosen: K
  /** Different views of the page, not parts of one list. */
  views?: boolean
  onChoose: (key: K) => void
}

/** Views of one page, or parts of one list, as a row of buttons that scrolls sideways where it must. */
export function Tabs<K extends string>({ label, tabs, chosen, views, onChoose }: TabsProps<K>) {
  const row = useRef<HTMLFieldSetElement>(null)
  // What is chosen is seen, also where the row goes on beyond the edge.
  useEffect(() => {
    const at = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (row.current && at)
      row.current.scrollLeft = at.offsetLeft - row.current.offsetLeft - (row.current.clientWidth - at.offsetWidth) / 2
  }, [chosen])
  return (
    <fieldset ref={row} className={views ? 'ui-tabs is-views' : 'ui-tabs'} aria-label={label}>
      {tabs.map(({ key, word, count }) => (
        <button key={key} type="button" aria-pressed={chosen === key} onClick={() => onChoose(key)}>
          {word}
          {count !== undefined && <b>{count}</b>}
        </button>
      ))}
    </fieldset>
  )
}
