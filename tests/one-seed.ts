import { configureGlobal } from 'fast-check'

// A build must not fail at random on an unrelated change, so generated cases are the same in each; the long run searches with new ones.
if (!process.env['LONG']) configureGlobal({ seed: 20_261_120 })
