/** Words of the lists of textlint that are right here. */
export const acceptedStopWords: readonly string[] = [
  // Said of a form, a list and a month.
  'all of',
  'enter in',
  'linked to',
  'no more than',
  'the month of',
  // As counsel says it.
  'circumvent',
  'comply with',
  'consult',
  'discharge',
  'discontinue',
  'relating to',
  'solely',
  'statutory',
  'subject to',
];

/** Terms of textlint that we write otherwise: the legal pages say website, databases have indexes. */
export const acceptedTerms: readonly string[] = ['web[- ]?site(s)?', 'indexes\\b', 'style-?sheet(s)?'];

/** Right as they are: the names that a command or a file has, what other programs say, and two binding sentences. */
export const acceptedTexts: readonly string[] = [
  'application/json',
  'ios or android',
  'Samsung Internet',
  'youtube youtubeurl',
  '“Webpage, HTML Only”',
  'Base64',
  'meal plan is not medical advice',
  'The service is not for children under 13',
  'Client has encountered a connection error and is not queryable',
];
