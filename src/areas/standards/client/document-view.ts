import type { ComponentType, ReactNode } from 'react'
import { createBlankRow } from '@/contract/build-row'
import type { CommandFormState } from '@/client/resource/use-form'
import type { FormValues } from '@/client/resource/form-values'
import type { DocumentKind, DocumentRow, VersionedDocument } from '../contract/document'
import type { ContentProblem } from '../rules/content'

/** A version with the common fields and the content of its kind. */
export type VersionRow = DocumentRow & Readonly<Record<string, unknown>>
export interface VersionProps {
  row: VersionRow
  /** The previous version in force. */
  previousVersion: VersionRow | null
  refs: Readonly<Record<string, string>>
}
/** Presentation of a kind of document. */
export interface DocumentView {
  readonly definition: VersionedDocument
  readonly kind: DocumentKind
  /** Columns of the list, with the subject first. `wideColumns` are added to the list of versions in force. */
  readonly columns: readonly string[]
  readonly wideColumns?: readonly string[]
  readonly findProblems: (values: Readonly<FormValues>) => readonly ContentProblem[]
  /** Warning in the form about valid content that will still prevent submission. */
  readonly findWarning?: (
    values: Readonly<FormValues>,
  ) => { readonly code: 'outOfTolerance'; readonly params: object } | null
  /** Warnings that need rows of other resources; shown below the form and above the content of a version. */
  readonly Warnings?: ComponentType<{ values: Readonly<FormValues> }>
  /** Key fields that match lines of a list between two versions; without key fields lines are matched by position. */
  readonly lineKeys: Readonly<Record<string, readonly string[]>>
  /** Custom inputs by field. */
  readonly inputs?: Readonly<Record<string, (form: CommandFormState) => ReactNode>>
  /** Replaces the default display of the lists of a version. */
  readonly Lists?: ComponentType<VersionProps>
  /** Replaces the default display of changes against the previous version. */
  readonly Changes?: ComponentType<VersionProps & { previousVersion: VersionRow }>
}

/** Creates a view whose content is of type `C`. */
export const createDocumentView = <C>({
  findProblems,
  findWarning,
  ...view
}: Omit<DocumentView, 'findProblems' | 'findWarning'> & {
  findProblems: (content: C) => readonly ContentProblem[]
  findWarning?: (content: C) => ReturnType<NonNullable<DocumentView['findWarning']>>
}): DocumentView => {
  const toContent = (values: Readonly<FormValues>) => ({ ...createBlankRow(view.definition.resource), ...values }) as C
  return {
    ...view,
    findProblems: (values) => findProblems(toContent(values)),
    ...(findWarning ? { findWarning: (values) => findWarning(toContent(values)) } : {}),
  }
}
/** Returns the name of the resource that the subject refers to. */
export function getSubjectResource({ resource, subjectField }: VersionedDocument): string {
  const field = resource.fields[subjectField]
  return field?.kind === 'reference' ? field.to : ''
}
/** Returns code and revision as the label of a version. */
export const formatVersionLabel = ({ code, revision }: Pick<DocumentRow, 'code' | 'revision'>): string =>
  `${code} ${revision}`
