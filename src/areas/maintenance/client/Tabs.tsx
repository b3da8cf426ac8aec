/** Views of one page as a row of buttons that scrolls sideways where it must; `count` stands beside the word. */
export function Tabs<K extends string>({ label, tabs, chosen, onChoose }: {
  label: string
  tabs: readonly { key: K; word: string; count?: number | undefined }[]
  chosen: K
  onChoose: (key: K) => void
}) {
  return (
    <fieldset className="tabs" aria-label={label}>
      {tabs.map(({ key, word, count }) => (
        <button key={key} type="button" aria-pressed={chosen === key} onClick={() => onChoose(key)}>
          {word}
          {count !== undefined && <b>{count}</b>}
        </button>
      ))}
    </fieldset>
  )
}
