import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { parentPort } from 'node:worker_threads'
import { buildChineseDictionary } from './chinese-words'

export interface PasswordTask {
  password: string
  /** Words that somebody who guesses at this account tries first. */
  known: string[]
}

const judge = new ZxcvbnFactory({
  dictionary: { ...common, ...english, ...buildChineseDictionary() },
  graphs: adjacencyGraphs,
})
/** Estimates the guesses that the password withstands, as a power of ten. */
const judgePassword = ({ password, known }: PasswordTask): number => judge.check(password, known).guessesLog10

// Runs as a worker only: the word lists need half a second and 30 MB, which are freed when the worker ends.
parentPort?.on('message', (task: PasswordTask) => parentPort?.postMessage(judgePassword(task)))
