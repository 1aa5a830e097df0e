import { Option } from 'commander'
import { CliError } from '../cli-error.ts'

function signingSecret(text: string): string {
  if (/^whsec_[A-Za-z0-9+/]{24,}={0,2}$/.test(text)) return text
  throw new CliError("--secret must be a webhook's signing secret, like whsec_…: it is shown when the webhook is made.")
}

/** `--secret`, which may be given several times. */
export const secretOption = (description: string): Option =>
  new Option('--secret <secret>', description)
    .argParser((value, all: string[]) => [...all, signingSecret(value)])
    .default([])
