import './tabs.css'

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
  return (
    <fieldset className={views ? 'ui-tabs is-views' : 'ui-tabs'} aria-label={label}>
      {tabs.map(({ key, word, count }) => (
        <button key={key} type="button" aria-pressed={chosen === key} onClick={() => onChoose(key)}>
          {word}
          {count !== undefined && <b>{count}</b>}
        </button>
      ))}
    </fieldset>
  )
}
