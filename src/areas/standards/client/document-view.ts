import type { ComponentType, ReactNode } from 'react'
import { createBlankRow } from '@/contract/resource'
import type { CommandFormState } from '@/client/resource/use-form'
import type { FormValues } from '@/client/resource/form-values'
import type { DocumentKind, DocumentRow, VersionedDocument } from '../contract/document'
import type { ContentProblem } from '../rules/content'

/** A version with what its kind says beside what all documents have. */
export type Shown = DocumentRow & Readonly<Record<string, unknown>>
export interface VersionProps {
  row: Shown
  /** The version in force before it. */
  before: Shown | null
  refs: Readonly<Record<string, string>>
}
/** How a kind of document is shown: what is its own beside what all have. */
export interface DocumentView {
  readonly of: VersionedDocument
  readonly kind: DocumentKind
  /** Columns of its list, the subject first, and those that stand there only where there is room for more. */
  readonly columns: readonly string[]
  readonly more?: readonly string[]
  readonly problems: (values: Readonly<FormValues>) => readonly ContentProblem[]
  /** What is no mistake in the form, and yet keeps a draft from its approvers: said while it is written. */
  readonly warns?: (
    values: Readonly<FormValues>,
  ) => { readonly word: 'outOfTolerance'; readonly figures: object } | null
  /** Warnings that need rows of other resources, below the form and above the content of a version. */
  readonly Warnings?: ComponentType<{ values: Readonly<FormValues> }>
  /** What tells the lines of a list apart when two versions are compared; by their place where nothing does. */
  readonly lineKeys: Readonly<Record<string, readonly string[]>>
  /** Inputs that it draws itself. */
  readonly inputs?: Readonly<Record<string, (form: CommandFormState) => ReactNode>>
  /** In place of its lists, and of what changed, as they are shown of any document. */
  readonly Lists?: ComponentType<VersionProps>
  readonly Changes?: ComponentType<VersionProps & { before: Shown }>
}

/** A view whose content is of type `C`. */
export const documentView = <C>({
  problems,
  warns,
  ...view
}: Omit<DocumentView, 'problems' | 'warns'> & {
  problems: (content: C) => readonly ContentProblem[]
  warns?: (content: C) => ReturnType<NonNullable<DocumentView['warns']>>
}): DocumentView => {
  const contentOf = (values: Readonly<FormValues>) => ({ ...createBlankRow(view.of.resource), ...values }) as C
  return {
    ...view,
    problems: (values) => problems(contentOf(values)),
    ...(warns ? { warns: (values) => warns(contentOf(values)) } : {}),
  }
}
/** The resource that the subject of a document is a row of. */
export function subjectOf({ resource, subject }: VersionedDocument): string {
  const field = resource.fields[subject]
  return field?.kind === 'reference' ? field.to : ''
}
export const labelOf = ({ code, revision }: Pick<DocumentRow, 'code' | 'revision'>): string => `${code} ${revision}`
