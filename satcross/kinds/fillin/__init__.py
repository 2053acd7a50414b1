"""Fill-ins, whose words are listed and whose places are asked for; jigsaws have clues for them."""
