import { useState } from 'react'
import type { SeriesField } from '@/contract/field'
import { MISSING } from '../format/number'
import type { FieldParts, InputProps, ShowProps } from './field-parts'

const groupsOf = (value: unknown): unknown[][] =>
  Array.isArray(value)
    ? value.some(Array.isArray)
      ? value.map((one) => [one].flat())
      : [value]
    : [[value ?? []].flat()]
const written = (value: unknown): string =>
  groupsOf(value)
    .map((group) => group.join(' '))
    .join('\n')
/** A line is a group; what is pasted from a sheet comes with tabs. Words that are no numbers stay, so that the check names them. */
function read(text: string, { of }: SeriesField): unknown {
  const entry = (word: string) => (of === 'number' && Number.isFinite(Number(word)) ? Number(word) : word)
  const lines = text
    .split('\n')
    .map((line) => line.split(/[\s,;]+/).filter(Boolean))
    .filter((line) => line.length > 0)
    .map((line) => line.map(entry))
  return of === 'number' && lines.length > 1 && lines.some((line) => line.length > 1) ? lines : lines.flat()
}

/** What is typed stands as it is typed; the entries are read from it. */
function Input({ field, id, label, value, onChange, disabled, invalid, describedBy }: InputProps<SeriesField>) {
  const [text, setText] = useState(() => written(value))
  return (
    <textarea
      id={id}
      className="ui-input"
      rows={4}
      aria-label={label}
      aria-invalid={invalid ?? false}
      aria-describedby={describedBy}
      disabled={disabled}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        onChange?.(read(event.target.value, field))
      }}
    />
  )
}
const Show = ({ value, full }: ShowProps<SeriesField>) => {
  const text = written(value)
  return text ? <span className={full ? 'wrap lines' : 'cut'}>{text}</span> : MISSING
}
export const seriesParts: FieldParts<SeriesField> = { Input, Show, Filter: null }
