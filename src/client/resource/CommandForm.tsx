import '../antd'
import '../fields/fields.css'
import { useState, type ReactNode } from 'react'
import type { Endpoint } from '@/contract/endpoint'
import { SkeletonDetail } from '../ui/Skeleton'
import type { Unsent } from '../api/phone'
import { CommandFields } from './CommandFields'
import { useDraft } from './use-draft'
import type { Values } from './values'

/** One thing wrong with a form, translated; `name` is the field it stands at. */
export interface Wrong {
  name: string
  message: string
}

/** What is wrong with the values; later where a row is looked up for it. */
export type FormCheck = (values: Readonly<Values>) => readonly Wrong[] | Promise<readonly Wrong[]>
/** What the plant already knows of what was just entered, to be put into the form; null where it knows nothing. */
export type FormFill = (change: Readonly<Values>, values: Readonly<Values>) => Promise<Readonly<Values> | null>
/** Names of fields that mean nothing with what is entered so far. */
export type FormOmits = (values: Readonly<Values>) => readonly string[]
/** What stands around the fields: choices of theirs, and what follows from what is typed. */
export type FormAround = (fields: ReactNode, values: Readonly<Values>) => ReactNode
export interface CommandFormProps<In, Out> {
  endpoint: Endpoint<In, Out>
  title: string
  /** The row as it was read, when an existing one is changed; its id and version go with the command. */
  row?: Readonly<Values> & { id: string; version: number }
  /** Values a new one starts from. */
  start?: Readonly<Values>
  /** Fields shown, in this order; all that a person fills in unless told. */
  only?: readonly string[]
  /** An unsent command of this phone that is being corrected. */
  unsent?: Unsent
  refs?: Readonly<Record<string, string>>
  /** Units by field, of numbers whose unit follows from what else is chosen. */
  units?: (values: Readonly<Values>) => Readonly<Record<string, string>>
  /** Fields that mean nothing with what else is entered: they are not asked for, and go out empty. */
  omits?: FormOmits
  /** What the area's rules say against the input, before it is saved: a phone without a network must not learn it hours later. */
  check?: FormCheck
  fill?: FormFill
  /** Asked when all is checked, before it is sent: false leaves the form open. */
  before?: (values: Readonly<Values>) => Promise<boolean>
  around?: FormAround
  /** What a new one belongs to: its draft is kept apart from those of others. */
  draftOf?: string
  /** Saves what was typed as a new one, where another deleted the row. */
  onAnew?: (typed: Readonly<Values>) => void
  onDone: (result: { id: string; queued: boolean }) => void
  onBack: () => void
}

/**
 * A form for any command: inputs, labels, checks and errors come from the endpoint's declaration. What is typed is kept as
 * a draft until it is saved. Commands with offline use are saved in the outbox; a stale version opens yours/theirs.
 */
export function CommandForm<In, Out>(props: CommandFormProps<In, Out>) {
  const key = `form ${props.endpoint.name} ${props.unsent?.id ?? props.row?.id ?? props.draftOf ?? 'new'}`
  const draft = useDraft(key)
  const [round, setRound] = useState(0)
  if (draft.found === undefined) return <SkeletonDetail />
  const restart = () => {
    draft.drop()
    setRound((n) => n + 1)
  }
  return (
    <CommandFields
      key={round}
      {...(props as CommandFormProps<Values, unknown>)}
      draftKey={key}
      draft={draft}
      found={round === 0 ? draft.found : null}
      onRestart={restart}
    />
  )
}
