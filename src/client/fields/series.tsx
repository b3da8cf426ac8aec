import { useState } from 'react'
import type { SeriesField } from '@/contract/field'
import { MISSING_TEXT } from '../format/number'
import { TextArea } from '../ui/TextInput'
import type { FieldParts, InputProps, ValueProps } from './field-parts'

/** Returns the groups of a series; a series without groups is a single group. */
function toGroups(value: unknown): unknown[][] {
  if (value === null || value === undefined) return [[]]
  if (!Array.isArray(value)) return [[value]]
  return value.some(Array.isArray) ? value.map((group) => (Array.isArray(group) ? group : [group])) : [value]
}
const formatSeries = (value: unknown): string =>
  toGroups(value)
    .map((group) => group.join(' '))
    .join('\n')
/**
 * Parses a series separated by blanks, commas, semicolons or the tabs of a spreadsheet. If a line has several numbers,
 * each line is a group. Words in place of numbers are kept, so that validation reports them.
 */
function parseSeries(text: string, { of: entryType }: SeriesField): unknown {
  const toEntry = (word: string) => (entryType === 'number' && Number.isFinite(Number(word)) ? Number(word) : word)
  const lines = text
    .split('\n')
    .map((line) => line.split(/[\s,;]+/).filter(Boolean))
    .filter((line) => line.length > 0)
    .map((line) => line.map(toEntry))
  return entryType === 'number' && lines.length > 1 && lines.some((line) => line.length > 1) ? lines : lines.flat()
}

/** Keeps the typed text and parses the entries from it. */
function Input({ field, id, label, value, onChange, disabled, invalid, describedBy }: InputProps<SeriesField>) {
  const [text, setText] = useState(() => formatSeries(value))
  return (
    <TextArea
      id={id}
      rows={4}
      aria-label={label}
      aria-invalid={invalid ?? false}
      aria-describedby={describedBy}
      disabled={disabled}
      value={text}
      onChange={(typed) => {
        setText(typed)
        onChange?.(parseSeries(typed, field))
      }}
    />
  )
}
const SeriesValue = ({ value, isDetail }: ValueProps<SeriesField>) => {
  const text = formatSeries(value)
  return text ? <span className={isDetail ? 'wrap lines' : 'cut'}>{text}</span> : MISSING_TEXT
}
/** Components of a series: numbers or words that are typed or pasted as one text. */
export const seriesParts: FieldParts<SeriesField> = { Input, Value: SeriesValue, Filter: null }
