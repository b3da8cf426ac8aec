/** Views of one page as a row of buttons that scrolls sideways where it must; `count` stands beside the word. */
export function Tabs<K extends string>({ label, tabs, chosen, views, onChoose }: {
  label: string
  tabs: readonly { key: K; word: string; count?: number | undefined }[]
  chosen: K
  /** Different views of the page, not parts of one list. */
  views?: boolean
  onChoose: (key: K) => void
}) {
  return (
    <fieldset className={views ? 'tabs is-views' : 'tabs'} aria-label={label}>
      {tabs.map(({ key, word, count }) => (
        <button key={key} type="button" aria-pressed={chosen === key} onClick={() => onChoose(key)}>
          {word}
          {count !== undefined && <b>{count}</b>}
        </button>
      ))}
    </fieldset>
  )
}
